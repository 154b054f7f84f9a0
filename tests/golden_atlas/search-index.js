window.ATLAS_INDEX = [
["greet", "method", "methods/greet.html", "Greets."],
["GreetRequest", "type", "types/GreetRequest.html", "A GreetRequest."],
["GreetRequest.method", "member", "types/GreetRequest.html#method", "The method."],
["GreetRequest.params", "member", "types/GreetRequest.html#params", "The params."],
["Greeting", "type", "types/Greeting.html", "A Greeting."],
["Greeting.text", "member", "types/Greeting.html#text", "The text."],
["Greeting.mood", "member", "types/Greeting.html#mood", "The mood."],
["T1.1 Moods", "change", "changes/one--two.html#T1.1", "SEP-1. A mood is decoration."],
["-32000 RUDE", "error", "errors.html#-32000", "Rude."],
["greetings", "capability", "capabilities.html#server.greetings", "server, since one"]
];

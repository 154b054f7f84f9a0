// Theme and search of the atlas. The pages need neither: without scripts every table and link works.
(() => {
  "use strict";
  const page = document.documentElement;
  const stored = () => { try { return localStorage.getItem("atlas-theme"); } catch { return null; } };
  if (stored()) page.dataset.theme = stored();

  const isDark = () =>
    page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  const switchTheme = () => {
    page.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("atlas-theme", page.dataset.theme); } catch { /* a file may have no storage */ }
  };

  const KINDS = { page: 5, method: 4, pair: 4, type: 3, change: 3, error: 3, revision: 3, extension: 3, capability: 2, message: 0.5 };
  const score = (row, words) => {
    const title = row[0].toLowerCase(), text = `${title} ${row[1]} ${row[3]}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) return 0;
    const phrase = words.join(" ");
    const kind = KINDS[row[1]] ?? 1;
    if (title === phrase) return 100 + kind;
    if (title.startsWith(phrase)) return 50 + kind - title.length / 100;
    if (words.every((word) => title.includes(word))) return 20 + kind - title.length / 100;
    return kind;
  };

  const find = (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    return window.ATLAS_INDEX.map((row) => [score(row, words), row])
      .filter(([points]) => points > 0).sort((one, other) => other[0] - one[0]).map(([, row]) => row);
  };

  const load = (then) => {
    if (window.ATLAS_INDEX) return then();
    const script = document.createElement("script");
    script.src = `${page.dataset.root}search-index.js`;
    script.addEventListener("load", then);
    document.head.append(script);
  };

  const element = (name, text, state) => Object.assign(document.createElement(name), { textContent: text, className: state });

  const start = () => {
    document.getElementById("atlas-theme").addEventListener("click", switchTheme);
    const input = document.getElementById("atlas-search"), list = document.getElementById("atlas-results");
    document.querySelector(".places .current")?.scrollIntoView({ block: "nearest", inline: "center" });
    const status = document.getElementById("atlas-status");

    const show = () => {
      const found = find(input.value), shown = found.slice(0, 30);
      list.replaceChildren(...shown.map(([title, kind, address, text]) => {
        const link = element("a", "", "");
        link.href = page.dataset.root + address;
        link.append(element("strong", title, ""), element("span", kind, "kind"), element("small", text, ""));
        const item = document.createElement("li");
        item.append(link);
        return item;
      }));
      list.hidden = !shown.length;
      status.textContent = input.value ? `${found.length} results` : "";
    };

    const move = (event, step) => {
      const links = [...list.querySelectorAll("a")], place = links.indexOf(document.activeElement) + step;
      if (!links.length) return;
      event.preventDefault();
      (place < 0 ? input : links[Math.min(place, links.length - 1)]).focus();
    };

    input.addEventListener("input", () => load(show));
    input.addEventListener("focus", () => { if (input.value) load(show); });
    input.form.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
    input.form.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") move(event, 1);
      if (event.key === "ArrowUp") move(event, document.activeElement === input ? 0 : -1);
      if (event.key === "Escape") { list.hidden = true; input.focus(); }
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
      event.preventDefault();
      input.focus();
    });
    document.addEventListener("click", (event) => { if (!input.form.contains(event.target)) list.hidden = true; });
  };

  document.addEventListener("DOMContentLoaded", start);
})();

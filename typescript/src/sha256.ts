/** SHA-256 (FIPS 180-4) of a text in UTF-8, in hexadecimal; browsers have an asynchronous one alone. */

const CONSTANTS = fractions(64, 1 / 3);
const START = fractions(8, 1 / 2);

/** Return the first 32 bits of the fractions of roots of the first primes. */
function fractions(count: number, power: number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (prime) found.push(((n ** power) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found, Math.floor);
}

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = view.getUint32(at + 4 * i);
      else words[i] = mixed(words[i - 2]!, 17, 19, 10) + words[i - 7]! + mixed(words[i - 15]!, 7, 18, 3) + words[i - 16]!;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!;
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
  }
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function mixed(word: number, one: number, two: number, shift: number): number {
  return turned(word, one) ^ turned(word, two) ^ (word >>> shift);
}

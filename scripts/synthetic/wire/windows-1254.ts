/** Encodes text as windows-1254, the encoding of Kandilli's pages. */

/** Byte of each character above U+007F: the inverse of the platform's decoder. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, index): [string, number] => {
    const byte = index + 128;
    return [new TextDecoder('windows-1254').decode(Uint8Array.of(byte)), byte];
  }),
);

/** @throws RangeError naming a character that the encoding lacks */
export function encode1254(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const byte = code < 128 ? code : BYTES.get(text[i]!);
    if (byte === undefined)
      throw new RangeError(
        `windows-1254 has no character ${JSON.stringify(text[i])} (U+${code.toString(16).padStart(4, '0')})`,
      );
    bytes[i] = byte;
  }
  return bytes;
}

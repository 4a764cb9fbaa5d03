import type { Unzipped } from 'fflate';

const entrySignature = 0x02014b50;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** Returns whether all files have the checksum that the archive has for them: fflate does not look (PKWARE APPNOTE 4.3.12). */
export function haveChecksums(files: Unzipped, archive: Uint8Array): boolean {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const names = new TextDecoder();
  let checked = 0;
  for (let at = directoryStart(view); at + 46 <= archive.length; ) {
    if (view.getUint32(at, true) !== entrySignature) break;
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const file = files[names.decode(archive.subarray(at + 46, nameEnd))];
    if (file !== undefined) {
      if (view.getUint32(at + 16, true) !== checksum(file)) return false;
      checked += 1;
    }
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return checked >= Object.keys(files).length;
}

/** Where the directory begins, which stands at the end of the archive, before a comment of up to 64 KiB. */
function directoryStart(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 65_557; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return view.getUint32(at + 16, true);
  return view.byteLength;
}

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

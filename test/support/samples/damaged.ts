import type { Sample } from './sample.ts';
import { makePdf } from './sheet.ts';

/** A PDF that begins and ends as one and is broken between: what a scanner leaves behind when its network goes. */
export const damaged: Sample = {
  fileName: 'Scan_20260312_0007.pdf',
  kind: 'letter',
  expected: { unreadable: true },
  make: async () => {
    const whole = await makePdf({ title: 'Scan', author: 'Scanner' }, (newSheet) => {
      const sheet = newSheet();
      for (let index = 0; index < 40; index += 1)
        sheet.text(`Line ${index + 1} of a page that nobody will read`, 56, 60 + index * 18);
    });
    const bytes = Uint8Array.from(whole);
    const tail = bytes.length - 8;
    for (let index = 16; index < tail; index += 1) bytes[index] = (index * 89 + (index >> 3) * 31) & 0xff;
    bytes.set(new TextEncoder().encode('\n%%EOF\n'), bytes.length - 7);
    return bytes;
  },
};

import { inEnglish } from '../../electron/core/messages/wording.ts';
/** A process of its own that uploads and watches its memory. Arguments: address, file, its size. Prints one JSON object. */
import { createServiceClient } from '../../electron/service/client.ts';
import { uploadFileOf } from '../support/upload-file.ts';

const [url = '', path = '', size = ''] = process.argv.slice(2);
const client = createServiceClient({ url, key: () => 'sk-memory' });
let sent = 0;

async function upload(count: number): Promise<void> {
  const file = await uploadFileOf(path);
  const files = Array.from({ length: count }, (_, index) => ({ ...file, fileName: `${index}.pdf` }));
  const answer = await client.uploadFiles('e', files, { beforeClosingBoundary: () => true });
  if (!answer.ok) throw new Error(inEnglish(answer.error.message));
  sent += count * Number(size);
}

await upload(1);
const before = process.memoryUsage.rss();
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
await upload(10);
await Promise.all([upload(10), upload(10), upload(10), upload(10)]);
clearInterval(watch);
await client.close();
process.stdout.write(JSON.stringify({ before, peak, sent }));

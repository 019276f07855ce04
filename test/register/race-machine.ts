/** One machine of race.slow.test.ts: claims contents, writes a line for each that it sends, and ends when all were sent. */
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readAddress } from '../../electron/register/address.ts';
import { openRegister } from '../../electron/register/postgres-register.ts';
import type { Lease, Register } from '../../electron/register/register.ts';
import { seededRandom, shuffled } from '../../electron/sandbox/random.ts';
import { content } from './contract/contents.ts';

const [url = '', count = '0', name = ''] = process.argv.slice(2);
const all = Array.from({ length: Number(count) }, (_, index) => content(`race ${index}`));
const leaseMs = 1_500;

async function open(): Promise<Register> {
  const address = readAddress(url);
  if (!address.ok) throw new Error(address.error.code);
  for (;;) {
    const register = await openRegister(address.value, { leaseMs });
    if (register.ok) return register.value;
    await delay(100);
  }
}

const register = await open();
let lease: Lease | undefined;
// Each machine in an order of its own, and in the same each time.
let left = shuffled(all, seededRandom([...name].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 1)));
setInterval(() => void lease?.renew(), leaseMs / 3);

while (left.length > 0) {
  if (lease === undefined) {
    const begun = await register.begin({ id: name, name });
    lease = begun.ok ? begun.value : undefined;
    if (!begun.ok) await delay(100);
    continue;
  }
  const batch = left.slice(0, 10);
  const answer = await lease.claim(batch);
  if (!answer.ok) {
    if (answer.error.kind === 'lease-ended') lease = undefined;
    await delay(50);
    continue;
  }
  const claims = answer.value.flatMap((each) => (each.kind === 'mine' ? [each.claim] : []));
  // The body of the request is on its way.
  await delay(20);
  const marked = claims.length === 0 ? answer : await lease.markSent(claims);
  if (marked.ok) {
    writeSync(1, claims.map(({ sha256 }) => `${sha256}\n`).join(''));
    await lease.accept(`batch of ${name}`, claims);
  } else if (marked.error.kind === 'lease-ended') lease = undefined;
  else await lease.giveBack(claims);
  const found = await register.find(batch);
  if (!found.ok) continue;
  const moving = new Set(found.value.filter(({ state }) => state === 'free' || state === 'claimed').map(({ sha256 }) => sha256));
  left = [...left.slice(batch.length), ...batch.filter(({ sha256 }) => moving.has(sha256))];
}
writeSync(1, 'done\n');
process.exit(0);

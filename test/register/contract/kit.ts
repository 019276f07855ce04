import type { Claim, ContentKey, Lease, Register, Reviewed } from '../../../electron/register/register.ts';

/** A new register whose leases last `leaseMs`; `pass` lets that much of its time go by. */
export interface Contender {
  readonly register: Register;
  readonly pass: (milliseconds: number) => Promise<void>;
}

export const leaseMs = 3_000;

export async function begin(register: Register, name = 'front desk'): Promise<Lease> {
  const answer = await register.begin({ id: `id of ${name}`, name });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

/** Claims contents that are free. */
export async function claimed(lease: Lease, ...contents: readonly ContentKey[]): Promise<Claim[]> {
  const answer = await lease.claim(contents);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value.map((each) => {
    if (each.kind === 'taken') throw new Error(`${each.known.sha256} is ${each.known.state}`);
    return each.claim;
  });
}

/** The fencing number of the one content that was asked about. */
export function fenceOf(found: Awaited<ReturnType<Register['find']>>): number {
  return (found.ok && found.value[0]?.fence) || 0;
}

export async function lastReviews(register: Register): Promise<readonly Reviewed[]> {
  const found = await register.reviews(0, 10_000);
  return found.ok ? found.value : [];
}

export type Sentence = readonly [name: string, body: (contender: Contender) => Promise<void>];
export const ended = { ok: false, error: { kind: 'lease-ended' } };
export const lost = { ok: false, error: { kind: 'lost-claim' } };
export const done = { ok: true, value: undefined };

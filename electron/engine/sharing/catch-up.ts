import { routeKey } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { tellingOf } from '../../core/sharing/telling.ts';
import type { Lease, Remembered } from '../../register/register.ts';
import type { World } from '../ports.ts';
import { type Claims, contentOf, isCopyOn } from './claims.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** Batches of which the register is told in one call. */
const batchesAtOnce = 30;
/** Claims of earlier runs that are taken up in one call. */
const claimsAtOnce = 200;

interface CatchUpContext {
  readonly world: Pick<World, 'ledger' | 'log'>;
  readonly keeper: LeaseKeeper;
  readonly claims: Claims;
}

/**
 * What is to be done under a new lease before anything is claimed: this machine takes up what its earlier runs had sent, and the
 * register learns what it does not know of what was sent from this ledger. That is all of it where the machine is new to the
 * register, and what came after the backup where the register was restored from one: from the newest batch back to those that it
 * knows.
 *
 * @param onProgress how many batches of the ledger the register knows, and of how many
 * @returns false if the register does not answer, or the lease has ended meanwhile
 */
export async function catchUp(
  { world, keeper, claims }: CatchUpContext,
  lease: Lease,
  onProgress?: (done: number, of: number) => void,
): Promise<boolean> {
  if (!(await claims.tell())) return false;
  claims.forgetOthers(lease);
  for (;;) {
    const taken = await keeper.checked(lease.takeUp(claimsAtOnce));
    if (!taken.ok) return lost(keeper);
    for (const { claim } of taken.value) claims.takeUp(claim, lease);
    if (taken.value.length < claimsAtOnce) break;
  }
  const { ledger, log } = world;
  const member = ledger.meta.read('register');
  const isMember = member === lease.register;
  if (member !== undefined && !isMember && !(await rememberElsewhere({ world, keeper, claims }, lease))) return false;
  let imported = 0;
  let done = 0;
  const of = onProgress === undefined ? 0 : ledger.batches.count();
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const batches = ledger.batches.before(before, batchesAtOnce);
    const [oldest] = batches.slice(-1);
    if (oldest === undefined) break;
    before = oldest.id;
    // A large ledger takes longer than a lease lasts.
    if ((await keeper.keep()) !== 'kept' || keeper.lease !== lease) return false;
    done += batches.length;
    onProgress?.(done, of);
    const contents = batches.flatMap(({ id }) => sentIn(ledger, id));
    if (contents.length === 0) continue;
    const lacking = await keeper.checked(lease.remember(contents));
    if (!lacking.ok) return lost(keeper);
    for (const claim of lacking.value) claims.inherit(claim, lease, false);
    imported += lacking.value.length;
    if (isMember && lacking.value.length === 0) break;
  }
  if (imported > 0) log.info('register', { told: imported });
  if (!isMember) ledger.meta.write('register', lease.register);
  return claims.tell();
}

/** What this lease holds is not known here. */
function lost(keeper: LeaseKeeper): false {
  keeper.abandon();
  return false;
}

/**
 * What other machines worked on by another register may have been sent: nobody sends it by this one before they have told of it, or a
 * person has decided. @returns false if the register does not answer
 */
async function rememberElsewhere({ world, keeper, claims }: CatchUpContext, lease: Lease): Promise<boolean> {
  const { documents } = world.ledger;
  for (let after = 0; ; ) {
    const some = documents.elsewhere(after, claimsAtOnce);
    const last = some.at(-1);
    if (last === undefined) return true;
    const contents = some.map((document) => ({ ...contentOf(document), state: 'sent' as const }));
    const lacking = await keeper.checked(lease.remember(contents));
    if (!lacking.ok) return lost(keeper);
    for (const claim of lacking.value) claims.inherit(claim, lease, true);
    after = last.id;
  }
}

/** What the ledger knows was sent in a batch. */
function sentIn({ batches, documents }: World['ledger'], batchId: number): Remembered[] {
  const batch = batches.get(batchId);
  if (batch === undefined || batch.state === 'dropped' || batch.state === 'composed') return [];
  const { origin, route } = batch;
  const all = [...documents.throughBatch(batchId), ...documents.leftBatch(batchId)];
  return all.flatMap((document): Remembered[] => {
    const { hash, batchId: current, earlierSteps } = document;
    // It has been in another batch since: that one is told of.
    const isOf = current === batchId || earlierSteps?.some((step) => step.batchId === batchId) === true;
    if (hash === undefined || !isOf || isCopyOn(document, route)) return [];
    const telling = tellingOf(document, route, (id) => batches.get(id));
    const content = { origin, route: routeKey(route), sha256: hash };
    switch (telling.kind) {
      case 'give-back':
        return [];
      case 'keep':
        return [{ ...content, state: 'sent' }];
      case 'accepted':
      case 'done': {
        const { kind, ...at } = telling;
        return [{ ...content, ...at, state: kind }];
      }
      default:
        return assertNever(telling);
    }
  });
}

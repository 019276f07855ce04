import type { Lease, Register } from '../../../electron/register/register.ts';
import type { SharedAccount } from '../../../electron/register/shared-account.ts';
import type { Run, Writers } from './writers.ts';

/**
 * A register behind a line: each call waits before it is carried out and before its answer is there.
 * @param sending is asked before a machine says that it sends
 * @param hears whether what another machine does is heard now
 * @param watched hears what the register says of leases, and who writes: `now` is the time at which a call begins
 */
export function slowed(
  register: Register,
  pause: (when: string) => Promise<void>,
  hears: () => boolean,
  sending: () => void,
  watched: { readonly writers: Writers; readonly run: Run; readonly now: () => number },
): Register {
  const { now, run, writers } = watched;
  const call = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await pause('before');
    const answer = await work();
    await pause('after');
    return answer;
  };
  const leaseOf = (lease: Lease): Lease => ({
    ...{ id: lease.id, register: lease.register },
    renew: async (doing) => {
      const at = now();
      const renewed = await call(() => lease.renew(doing));
      if (renewed.ok) writers.renewed(lease.id, at);
      return renewed;
    },
    claim: (contents) => call(() => lease.claim(contents)),
    markSent: (claims, pages) => {
      sending();
      return call(() => lease.markSent(claims, pages));
    },
    accept: (batch, claims) => call(() => lease.accept(batch, claims)),
    giveBack: (claims) => call(() => lease.giveBack(claims)),
    finish: (claims) => call(() => lease.finish(claims)),
    takeOver: (contents) => call(() => lease.takeOver(contents)),
    takeUp: (limit) => call(() => lease.takeUp(limit)),
    reopen: (contents) => call(() => lease.reopen(contents)),
    remember: (contents) => call(() => lease.remember(contents)),
    write: (inbox) =>
      call(async () => {
        const answer = await lease.write(inbox);
        if (answer.ok && answer.value.kind === 'mine') writers.told(inbox, lease.id);
        return answer;
      }),
    intend: (inbox, intents, tables) => call(() => lease.intend(inbox, intents, tables)),
    deliver: (inbox, deliveries, tables, ended) => call(() => lease.deliver(inbox, deliveries, tables, ended)),
    review: (contents) => call(() => lease.review(contents)),
    end: () => {
      writers.ended(lease.id);
      return call(() => lease.end());
    },
  });
  const accountOf = (account: SharedAccount): SharedAccount => ({
    take: (request) => call(() => account.take(request)),
    shut: (trouble, forMs) => call(() => account.shut(trouble, forMs)),
    passed: (numbers) => call(() => account.passed(numbers)),
    reserve: (reservation) => call(() => account.reserve(reservation)),
    giveBackPages: (ids) => call(() => account.giveBackPages(ids)),
    rememberPages: (charges) => call(() => account.rememberPages(charges)),
    reservations: (day) => call(() => account.reservations(day)),
    pages: (scopes, timeZone) => call(() => account.pages(scopes, timeZone)),
  });
  return {
    begin: (machine) => {
      const at = now();
      writers.begins(run);
      return call(async () => {
        const begun = await register.begin(machine);
        if (!begun.ok) return begun;
        writers.begun(begun.value.id, run, at);
        return { ok: true, value: leaseOf(begun.value) };
      });
    },
    find: (contents) => call(() => register.find(contents)),
    contentsOf: (origin, batch, files) => call(() => register.contentsOf(origin, batch, files)),
    deliveries: (inbox, files) => call(() => register.deliveries(inbox, files)),
    unfinished: (inbox, after) => call(() => register.unfinished(inbox, after)),
    tables: (inbox) => call(() => register.tables(inbox)),
    reviews: (after, limit) => call(() => register.reviews(after, limit)),
    machines: () => call(() => register.machines()),
    listen: (listener) => register.listen(() => (hears() ? listener() : undefined)),
    account: (name) => accountOf(register.account(name)),
    close: () => register.close(),
  };
}

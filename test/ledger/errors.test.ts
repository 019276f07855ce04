/** What SQLite and the system say of the ledger's file, by class: damaged, not to be had now, or a mistake of the caller. */
import { describe, expect, it } from 'vitest';
import { MessageError } from '../../electron/core/messages/message-error.ts';
import { classified, isPassing, LedgerDamaged, LedgerUnavailable, sqliteCode } from '../../electron/ledger/errors.ts';

const thrown = (members: object) => Object.assign(new Error('as it was said'), members);
/** SQLite says more in the high bytes of a code: https://sqlite.org/rescode.html. */
const extended = (code: number, more: number) => thrown({ errcode: code | (more << 8) });
const problemOf = (error: unknown) => (error instanceof MessageError ? error.said.values.problem : undefined);

describe.each([0, 1, 7])('A code of SQLite, with %i in its second byte,', (more) => {
  it.each([
    ['PERM', 3, false, undefined],
    ['BUSY', 5, true, 'ledger.problem.locked'],
    ['READONLY', 8, false, undefined],
    ['IOERR', 10, false, undefined],
    ['FULL', 13, true, 'ledger.problem.diskFull'],
    ['CANTOPEN', 14, false, undefined],
  ])('%s is a ledger that cannot be had now', (_, code, passes, said) => {
    const error = classified(extended(code, more), '/ledger.sqlite');
    expect(error).toBeInstanceOf(LedgerUnavailable);
    expect((error as LedgerUnavailable).passes).toBe(passes);
    expect(problemOf(error)).toMatchObject(said === undefined ? { values: { text: 'as it was said' } } : { code: said });
  });

  it.each([
    ['CORRUPT', 11],
    ['NOTADB', 26],
  ])('%s is damage', (_, code) => {
    const error = classified(extended(code, more), '/ledger.sqlite');
    expect(error).toBeInstanceOf(LedgerDamaged);
    expect(error).toMatchObject({ path: '/ledger.sqlite' });
  });

  it.each([
    ['ERROR', 1],
    ['CONSTRAINT', 19],
    ['MISUSE', 21],
  ])('%s is a mistake of the caller, and stays what it is', (_, code) => {
    const error = extended(code, more);
    expect(classified(error, '/ledger.sqlite')).toBe(error);
    expect(sqliteCode(error)).toBe(code);
  });
});

it.each(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'EBUSY'])('%s may be over by itself', (code) => {
  expect(isPassing(thrown({ code }))).toBe(true);
});

it.each([thrown({ code: 'EACCES' }), thrown({ code: 'EROFS' }), thrown({}), 'ENOSPC', undefined])('%s is not', (error) => {
  expect(isPassing(error)).toBe(false);
  expect(classified(error, '/ledger.sqlite')).toBe(error);
});

import { describe, expect, it, vi } from 'vitest';
import { say } from '../../../electron/core/messages/message.ts';
import { DueFiles } from '../../../electron/engine/intake/intake-stage.ts';
import { freshLedger } from '../../ledger/fixture.ts';
import { found } from '../../support/jobs.ts';

/** Documents that are due at 10, 20, 30 … */
function scene(count: number) {
  const { ledger, folderId } = freshLedger();
  const ids = Array.from({ length: count }, (_, index) => {
    return ledger.documents.add(found(folderId, { path: `${index}.pdf`, dueAt: 10 * (index + 1) })).id;
  });
  const underWay = new Set<number>();
  const due = new DueFiles(ledger, underWay);
  const asked = vi.spyOn(ledger.documents, 'toTakeIn');
  return { ledger, folderId, ids, underWay, due, asked, next: (now: number) => due.next([{ id: folderId }], now)?.document.id };
}

describe('the documents that are due', () => {
  it('come longest due first, each once in a turn, and not before they are due', () => {
    const { due, ids, next } = scene(3);
    due.newTurn();
    expect([next(20), next(20), next(20)]).toEqual([ids[0], ids[1], undefined]);
    due.newTurn();
    expect([next(30), next(30), next(30), next(30)]).toEqual([...ids, undefined]);
  });

  it('are read from the ledger once for many turns, without those that are under way', () => {
    const { due, ids, underWay, asked, next } = scene(40);
    const begun: (number | undefined)[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      due.newTurn();
      const id = next(1_000);
      begun.push(id);
      if (id !== undefined) underWay.add(id);
    }
    expect(begun).toEqual(ids);
    expect(asked).toHaveBeenCalledTimes(1);
    due.newTurn();
    expect(next(1_000)).toBeUndefined();
  });

  it('come from each folder in turn, also where a turn takes one only', () => {
    const { ledger, folderId } = scene(20);
    const other = ledger.folders.ensure('/other').id;
    for (let index = 0; index < 5; index += 1) ledger.documents.add(found(other, { path: `${index}.pdf`, dueAt: 1_000 + index }));
    const underWay = new Set<number>();
    const due = new DueFiles(ledger, underWay);
    const turns = Array.from({ length: 25 }, () => {
      due.newTurn();
      const next = due.next([{ id: folderId }, { id: other }], 5_000);
      if (next !== undefined) underWay.add(next.document.id);
      return next?.folder.id;
    });
    expect(turns.slice(0, 10).filter((id) => id === other)).toHaveLength(5);
    expect(turns.filter((id) => id === folderId)).toHaveLength(20);
  });

  it('have not changed since they were read ahead', () => {
    const { ledger, due, ids, next } = scene(4);
    const [first, second, third, fourth] = ids as [number, number, number, number];
    due.newTurn();
    expect(next(1_000)).toBe(first);
    ledger.documents.update(second, { dueAt: 2_000 });
    ledger.documents.update(third, { file: { kind: 'rejected', by: 'intray', message: say('unfit.empty') }, dueAt: undefined });
    due.newTurn();
    expect(next(1_000)).toBe(fourth);
  });
});

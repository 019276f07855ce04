import { describe, expect, it } from 'vitest';
import { freshLedger, mail, origin } from './fixture.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ id: `id of ${name}`, name }));

describe('The categories of a classification', () => {
  it('are those of one service and one classification, by name', () => {
    const { ledger } = freshLedger();
    ledger.categories.learn(origin, mail.id, named('Mail', 'Invoice'), 'result');
    ledger.categories.learn(origin, 'c-2', named('Other'), 'made');
    ledger.categories.learn('https://other.example', mail.id, named('Elsewhere'), 'result');
    expect(ledger.categories.of(origin, mail.id).map(({ name }) => name)).toEqual(['Invoice', 'Mail']);
    expect(ledger.categories.of(origin, 'unknown')).toEqual([]);
  });

  it('take the service’s newest name, and its name over a typed one', () => {
    const { ledger } = freshLedger();
    ledger.categories.setTyped(origin, mail.id, [{ id: 'c', name: 'Typed' }]);
    ledger.categories.learn(origin, mail.id, [{ id: 'c', name: 'Said' }], 'result');
    ledger.categories.setTyped(origin, mail.id, [{ id: 'c', name: 'Typed again' }]);
    expect(ledger.categories.of(origin, mail.id)).toEqual([{ id: 'c', name: 'Said', source: 'result' }]);
    ledger.categories.learn(origin, mail.id, [{ id: 'c', name: 'Renamed' }], 'result');
    expect(ledger.categories.of(origin, mail.id)).toEqual([{ id: 'c', name: 'Renamed', source: 'result' }]);
  });

  it('are the service’s own once it has said what a person had typed', () => {
    const { ledger } = freshLedger();
    ledger.categories.setTyped(origin, mail.id, [{ id: 'c', name: 'Mail' }]);
    ledger.categories.learn(origin, mail.id, [{ id: 'c', name: 'Mail' }], 'result');
    ledger.categories.setTyped(origin, mail.id, []);
    expect(ledger.categories.of(origin, mail.id)).toEqual([{ id: 'c', name: 'Mail', source: 'result' }]);
  });

  it('keep the extraction that they are linked to, which no result tells', () => {
    const { ledger } = freshLedger();
    ledger.categories.learn(origin, mail.id, [{ id: 'c', name: 'Seen' }], 'result');
    ledger.categories.learn(origin, mail.id, [{ id: 'c', name: 'Seen', linkedExtractionId: 'e' }], 'made');
    ledger.categories.setTyped(origin, mail.id, [{ id: 'c', name: 'Typed' }]);
    ledger.categories.learn(origin, mail.id, [{ id: 'c', name: 'Renamed' }], 'result');
    expect(ledger.categories.of(origin, mail.id)).toEqual([
      { id: 'c', name: 'Renamed', source: 'result', linkedExtractionId: 'e' },
    ]);
  });

  it('forget what a person typed and typed no more, and nothing else', () => {
    const { ledger } = freshLedger();
    ledger.categories.learn(origin, mail.id, named('Made'), 'made');
    ledger.categories.setTyped(origin, mail.id, named('One', 'Two'));
    ledger.categories.setTyped(origin, mail.id, named('Two', 'Three'));
    expect(ledger.categories.of(origin, mail.id).map(({ name }) => name)).toEqual(['Made', 'Three', 'Two']);
  });
});

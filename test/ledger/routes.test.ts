import { describe, expect, it } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { freshLedger, invoices, mail, origin } from './fixture.ts';

const elsewhere = 'https://other.example';

describe('a route', () => {
  it('has no info until it was asked for, then the latest', () => {
    const { ledger } = freshLedger();
    expect(ledger.routes.info(origin, invoices)).toBeUndefined();
    ledger.routes.setPassed(origin, invoices);
    expect(ledger.routes.info(origin, invoices)).toBeUndefined();
    ledger.routes.setInfo(origin, { route: invoices, name: 'Invoices', fields: ['b'], seenAt: 1 });
    ledger.routes.setInfo(origin, { route: invoices, name: 'Rechnungen', fields: ['b', 'a'], seenAt: 2 });
    expect(ledger.routes.info(origin, invoices)).toEqual({ route: invoices, name: 'Rechnungen', fields: ['b', 'a'], seenAt: 2 });
    expect(ledger.routes.info(elsewhere, invoices)).toBeUndefined();
  });

  it('is listed with its name once the service has told one, for each service', () => {
    const { ledger } = freshLedger();
    const unknown = { kind: 'extraction', id: 'gone' } as const;
    ledger.routes.setPassed(origin, { kind: 'extraction', id: 'never asked for' });
    ledger.routes.setInfo(origin, { route: unknown, name: 'gone', fields: [], seenAt: 1 });
    ledger.routes.setInfo(origin, { route: mail, name: 'Mail', fields: [], seenAt: 1 });
    ledger.routes.setInfo(origin, { route: invoices, name: 'Invoices', fields: ['a'], seenAt: 1 });
    ledger.routes.setInfo(elsewhere, { route: unknown, name: 'Elsewhere', fields: [], seenAt: 1 });
    expect(ledger.routes.named(origin)).toEqual([
      { ...invoices, name: 'Invoices' },
      { ...mail, name: 'Mail' },
    ]);
  });

  it('is known until a person takes it off the list, and described as it was last', () => {
    const { ledger } = freshLedger();
    expect(ledger.routes.described(origin, invoices)).toBeUndefined();
    for (const route of [mail, invoices]) ledger.routes.setListed(origin, route, true);
    ledger.routes.setListed(elsewhere, invoices, true);
    ledger.routes.setInfo(origin, { route: mail, name: 'Mail', fields: [], seenAt: 1 });
    ledger.routes.setDescribed(origin, invoices, { fields: [{ key: 'total' }] });
    ledger.routes.setDescribed(origin, invoices, { description: 'What is owed', fields: [{ key: 'total', example: '12.00' }] });
    ledger.routes.setListed(origin, mail, false);
    expect([ledger.routes.listed(origin, true), ledger.routes.listed(origin, false)]).toEqual([[invoices], [mail]]);
    expect(ledger.routes.named(origin)).toEqual([]);
    expect(ledger.routes.described(origin, invoices)?.fields).toEqual([{ key: 'total', example: '12.00' }]);
    expect(ledger.routes.described(elsewhere, invoices)).toBeUndefined();
  });

  it('has passed once anything was accepted, for one service only', () => {
    const { ledger } = freshLedger();
    expect(ledger.routes.passed(origin, mail)).toBe(false);
    ledger.routes.setPassed(origin, mail);
    expect(ledger.routes.passed(origin, mail)).toBe(true);
    expect(ledger.routes.passed(origin, { kind: 'extraction', id: mail.id })).toBe(false);
    expect(ledger.routes.passed(elsewhere, mail)).toBe(false);
  });

  it('remembers how names fare on it', () => {
    const { ledger } = freshLedger();
    expect(ledger.routes.names(origin, invoices)).toEqual({ alone: false, linked: false });
    ledger.routes.setNames(origin, invoices, { alone: true });
    expect(ledger.routes.names(origin, invoices)).toEqual({ alone: true, linked: false });
    ledger.routes.setNames(origin, mail, { linked: true });
    expect(ledger.routes.names(origin, mail)).toEqual({ alone: false, linked: true });
    expect(ledger.routes.names(elsewhere, invoices)).toEqual({ alone: false, linked: false });
  });

  it('is paused with a reason until it is resumed', () => {
    const { ledger } = freshLedger();
    expect(ledger.routes.paused(origin, invoices)).toBeUndefined();
    ledger.routes.pause(origin, invoices, { message: foreign('The extraction is gone.'), at: 5, until: 20, tries: 2 });
    expect(ledger.routes.paused(origin, invoices)).toEqual({
      message: foreign('The extraction is gone.'),
      at: 5,
      until: 20,
      tries: 2,
    });
    ledger.routes.hurry(9);
    expect(ledger.routes.paused(origin, invoices)?.until).toBe(9);
    expect(ledger.routes.paused(elsewhere, invoices)).toBeUndefined();
    ledger.routes.resume(origin, invoices);
    expect(ledger.routes.paused(origin, invoices)).toBeUndefined();
  });
});

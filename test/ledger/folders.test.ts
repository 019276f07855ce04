import { describe, expect, it } from 'vitest';
import { freshLedger } from './fixture.ts';

describe('folders', () => {
  it('are known by their path for good', () => {
    const { ledger, folderId } = freshLedger();
    expect(ledger.folders.ensure('/scans').id).toBe(folderId);
    const other = ledger.folders.ensure('/Scans');
    expect(other).toEqual({ id: other.id, path: '/Scans' });
    expect(other.id).not.toBe(folderId);
    ledger.folders.setBaseline(folderId, 7.5);
    expect(ledger.folders.get(folderId)).toEqual({ id: folderId, path: '/scans', baselineAt: 7.5 });
    expect(ledger.folders.ensure('/scans')).toEqual({ id: folderId, path: '/scans', baselineAt: 7.5 });
    expect(ledger.folders.all()).toEqual([{ id: folderId, path: '/scans', baselineAt: 7.5 }, other]);
    expect(ledger.folders.byPath('/nowhere')).toBeUndefined();
  });
});

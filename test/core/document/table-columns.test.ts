import { describe, expect, it } from 'vitest';
import { boundedColumns, mostColumns } from '../../../electron/core/document/table.ts';

describe('columns of results with ever new names', () => {
  it('keep the columns that a person has chosen', () => {
    const columns = Array.from({ length: 3_000 }, (_, index) => `column ${index}`);
    const bounded = boundedColumns(['file', ...columns, 'sha256'], [], ['column 2999']);
    expect(bounded).toHaveLength(mostColumns + 3);
    expect(bounded).toContain('column 2999');
    expect(bounded.slice(-2)).toEqual(['sha256', 'further_fields']);
    expect(boundedColumns(bounded, [])).toEqual(bounded);
    expect(boundedColumns(columns.slice(0, mostColumns), [])).toHaveLength(mostColumns);
  });
});

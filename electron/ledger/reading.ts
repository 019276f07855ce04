import type { Document } from '../core/document/document.ts';
import { reviewedResult } from '../core/review/local-review.ts';
import { type Reading, type TypedValue, typedResult } from '../core/values/typed-value.ts';
import type { Meta } from './meta.ts';
import type { Routes } from './routes.ts';

interface Source {
  readonly meta: Pick<Meta, 'read'>;
  readonly routes: Pick<Routes, 'info'>;
}

/** How the values of a document are read: as its folder spells dates, and as its extraction describes its fields. */
export function readingOf({ meta, routes }: Source, { folderId, origin, route }: Document): Reading {
  const dates = meta.read('folder-settings', folderId)?.dates;
  const descriptions = routes.info(origin, route)?.descriptions;
  return { ...(dates !== undefined && { dates }), ...(descriptions !== undefined && { descriptions }) };
}

/** What was read in a document's values, by field. */
export function typedValues(source: Source, document: Document): ReadonlyMap<string, TypedValue> {
  const { result, review } = document;
  if (result?.kind !== 'extraction') return new Map();
  return typedResult(reviewedResult(result, review), readingOf(source, document));
}

import type { Standing } from '../document/standing.ts';
import type { Finding } from './rules.ts';

/** What a folder's own rules would say of the results that are there. Nothing is changed. */
export interface CheckTrial {
  /** Results that were checked: of the folder's newest documents. */
  readonly checked: number;
  /** There are more of them. */
  readonly more: boolean;
  /** How many a rule would flag. */
  readonly flagged: number;
  /** Those, and those of which a rule cannot say; the newest first. */
  readonly documents: readonly TriedDocument[];
}

export interface TriedDocument {
  readonly id: number;
  /** Relative to the folder. */
  readonly path: string;
  readonly standing: Standing;
  readonly findings: readonly Finding[];
}

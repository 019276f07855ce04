import type { Finding } from '../checks/rules.ts';
import type { Standing } from '../document/standing.ts';
import type { Message } from '../messages/message.ts';

/** What settings of a folder would make of its documents that are there. Nothing is changed, and nothing is moved. */
export interface SettingsTrial {
  /** There are more documents than the newest, which were looked at. */
  readonly more: boolean;
  /** How many have values that the folder's own checks judge, and how many of these a check would flag. */
  readonly checked: number;
  readonly flagged: number;
  /** How many the template is for, how many of these it would file, and how many wait until somebody has looked at them. */
  readonly tried: number;
  readonly filed: number;
  readonly waiting: number;
  /** What the template names that these documents never have. */
  readonly unknown: readonly Message[];
  /** Those of which there is something to say, the newest first. */
  readonly documents: readonly TriedDocument[];
}

export interface TriedDocument {
  readonly id: number;
  /** Relative to the folder. */
  readonly path: string;
  readonly standing: Standing;
  /** What a check flags, or cannot say. */
  readonly findings: readonly Finding[];
  /** Where it would go, relative to the folder, with a number where an earlier one of these has the name. */
  readonly to?: string;
  /** Why it would stay. */
  readonly stays?: Message;
}

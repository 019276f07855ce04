import { z } from 'zod';
import type { BudgetState } from '../account/budget.ts';
import type { PlanProgress } from '../account/plan.ts';
import { type FolderSettings, folderSettingsSchema, routeSchema, wholeFolderSettingsSchema } from '../config/folder-settings.ts';
import type { SettingsTrial } from '../config/trial.ts';
import type { Message } from '../messages/message.ts';
import type { Route } from '../protocol/route.ts';
import { pieceBytes } from './bridge.ts';
import type { Category } from './documents.ts';
import { type Done, id, takes } from './request.ts';

const path = z.string().min(1).max(4_096);
const text = z.string().trim().max(2_000);

const name = z.string().trim().min(1).max(200);

export const folderRequests = {
  /** The watched folders with all their settings, in the order in which they were added. */
  folders: takes({}).gives<readonly WatchedFolder[]>(),
  /** The system's own chooser (`about.can.chooseFolder`); null if it was cancelled. */
  chooseFolder: takes({ title: z.string().max(200) }).gives<{ readonly path: string | null }>(),
  chooseFiles: takes({ title: z.string().max(200) }).gives<{ readonly paths: readonly string[] }>(),
  /** For a chooser in the window, where the host has none: without a path, where to begin. */
  listDirectories: takes({ path: path.optional(), files: z.boolean().default(false) }).gives<DirectoryListing>(),
  makeDirectory: takes({ parent: path, name: z.string().trim().min(1).max(255) }).gives<{ readonly path: string }>(),
  /** What a folder is, before it is added. */
  inspectFolder: takes({ path, recursive: z.boolean().default(true) }).gives<FolderInspection>(),
  addFolder: takes({
    settings: wholeFolderSettingsSchema,
    /** When the files were counted that the person was shown (`FolderInspection`): what comes later is new. Default: now. */
    countedAt: z.number().positive().optional(),
  }).gives<{ readonly id: number }>(),
  updateFolder: takes({ id, settings: wholeFolderSettingsSchema }).gives<Done>(),
  /** Intake ends; what was sent is still polled and delivered. Its settings are kept (`restoreFolder`). */
  removeFolder: takes({ id }).gives<Done>(),
  /** Those that were removed and are not watched again, the last one first. */
  removedFolders: takes({}).gives<readonly RemovedFolder[]>(),
  /** Watches one of them again, with the settings that it had. */
  restoreFolder: takes({ id }).gives<Done>(),
  /** Sends what was left alone because it was there before the folder was watched. How many files that are. */
  sendLeftAlone: takes({ id }).gives<{ readonly count: number }>(),
  /** Puts Intray's sample documents into a folder, to see it work; under free names, nothing is overwritten. */
  dropSamples: takes({ id }).gives<{ readonly files: readonly string[] }>(),
  /** Copies a file of the host's disk into a watched folder, under the name that is free there; gives that name. */
  addFile: takes({ id, path }).gives<{ readonly name: string }>(),
  /** The same with a file of the window's disk, piece by piece in order, each after the answer to the one before; the name comes with the last. */
  addPiece: takes({
    id,
    /** Which file it belongs to: made up by the window, a new one for each. */
    upload: z.uuid(),
    name: z.string().min(1).max(1_000),
    /** Bytes of the whole file. */
    size: z.int().nonnegative(),
    position: z.int().nonnegative(),
    /** Base64 of at most `pieceBytes` bytes. */
    bytes: z.string().max(Math.ceil(pieceBytes / 3) * 4),
  }).gives<{ readonly name?: string }>(),
  /**
   * What settings, as a form has them, would make of a watched folder's documents that are there: of those that there is something to
   * say of, the first 200, what a check would flag before the others. `elsewhere`: how many delivered documents they would file
   * elsewhere than they are.
   */
  trySettings: takes({ id, settings: folderSettingsSchema }).gives<SettingsTrial & { readonly elsewhere: number }>(),
  /**
   * The documents of a watched folder that went another way than its settings say by now. They are sent there once a person has agreed
   * to no fewer documents and pages: `done`.
   */
  applySettings: takes({
    id,
    /** What the person was shown, and agrees to. Absent: nothing is done. */
    agreed: z.strictObject({ documents: z.int().nonnegative(), pages: z.int().nonnegative() }).optional(),
  }).gives<Applicable & { readonly done: boolean }>(),
  /** Checks a watched folder's documents again by its rules as they are now. Otherwise these hold for what comes from now on. */
  checkAgain: takes({ id }).gives<Done>(),
  /** Opens a watched folder in the system's file manager. Only where `about.can.openFiles`. */
  openFolder: takes({ id }).gives<Done>(),
  /** What would become of the files that are in a folder now, if all of them were sent; nothing is. To be asked again until it is `done`. */
  planFolder: takes({
    /** Made up by the window, a new one for each plan: the first request begins it and ends another, later ones ask how far it is. */
    plan: z.uuid(),
    /** A watched folder, of which what was left alone would be sent. */
    id: id.optional(),
    /** As a form has it. Default: as the folder is watched. */
    settings: folderSettingsSchema.optional(),
  }).gives<FolderPlan>(),
  /** The window has no use for it any more. */
  endPlan: takes({ plan: z.uuid() }).gives<Done>(),
  /** Routes that are known: used by a folder, seen before, or made here; and the sandbox's own. */
  routes: takes({}).gives<readonly RouteView[]>(),
  /** Asks the service for an extraction (it costs no page). Of a classification only what is known here is told. */
  lookUpRoute: takes({ route: routeSchema }).gives<RouteView>(),
  createExtraction: takes({
    name,
    description: text.default(''),
    language: z.string().trim().max(40).optional(),
    hasTable: z.boolean().default(false),
    fields: z
      .array(z.strictObject({ key: name, description: text, example: text }))
      .min(1)
      .max(200),
    /** Absolute path of the sample: at least one file goes with a new extraction, and counts as sent. */
    sample: path,
  }).gives<RouteView>(),
  createClassification: takes({
    name,
    description: text.default(''),
    categories: z
      .array(
        z.strictObject({
          name,
          description: text.default(''),
          keywords: z.array(name).max(100).exactOptional(),
          linkedExtractionId: name.exactOptional(),
        }),
      )
      .min(1)
      .max(200),
  }).gives<RouteView>(),
};

/** Documents, and the pages that sending them would cost: an estimate. */
export interface Applicable {
  readonly documents: number;
  readonly pages: number;
}

export interface WatchedFolder {
  readonly id: number;
  readonly settings: FolderSettings;
}

export interface RemovedFolder {
  readonly id: number;
  readonly path: string;
  /** When, in ms since the epoch, and by whom. */
  readonly at: number;
  readonly by: string;
}

export interface DirectoryListing {
  readonly path: string;
  /** The directory above; absent at the top. */
  readonly parent?: string;
  readonly entries: readonly { readonly name: string; readonly path: string; readonly kind: 'directory' | 'file' }[];
  /** Places to begin: home, desktop, documents, drives. */
  readonly places: readonly { readonly name: string; readonly path: string }[];
}

export interface FolderInspection {
  /** When counting began, ms since the epoch. */
  readonly countedAt: number;
  /** Absolute, links resolved, if it is there. */
  readonly path: string;
  /** Why it cannot be watched; absent if it can. */
  readonly problem?: Message;
  /** What a person should know: a network path is polled, say. */
  readonly notes: readonly Message[];
  /** Files that would be taken, by default, if those that are there already were sent; `more`: counting was stopped there. */
  readonly files: number;
  /** Files beyond these that are known from when the folder was watched before: they are not sent again. */
  readonly known: number;
  readonly more: boolean;
  /** Bytes of those files. */
  readonly bytes: number;
}

/** `ended`: another window has begun one, or nobody asked for a while. */
export type FolderPlan = PlanProgress | ({ readonly kind: 'done' } & PlannedSums) | { readonly kind: 'ended' };

/** Numbers of documents, unless they say otherwise. Pages are an estimate. */
export interface PlannedSums {
  /** What would be sent now. */
  readonly send: number;
  /** Of these, in all their steps, as far as they are known. */
  readonly pages: number;
  /** How many of these only follow if a category leads on to an extraction. */
  readonly later: number;
  /** How many of these nothing tells the pages of. */
  readonly unknownPages: number;
  /** Copies of what is known or would be sent: they cost nothing. */
  readonly known: number;
  readonly rejected: FilesWithReason;
  /** What a person would be asked about first. */
  readonly asked: FilesWithReason;
  readonly unsettled: number;
  /** What budgets would hold back until their next period, and its pages as far as they are known. */
  readonly held: { readonly documents: number; readonly pages: number; readonly unknownPages: number };
  /** The budgets that would. */
  readonly budgets: readonly BudgetState[];
}

export interface FilesWithReason {
  readonly count: number;
  /** The first of them, by path below the folder. */
  readonly files: readonly { readonly path: string; readonly message?: Message }[];
}

export interface RouteView {
  readonly route: Route;
  readonly name: string;
  readonly description?: string;
  /** Of an extraction, in its order. */
  readonly fields: readonly { readonly key: string; readonly description?: string; readonly example?: string }[];
  /** Of a classification, as far as they are known. */
  readonly categories: readonly KnownCategory[];
  /** Paths of the folders that use it. */
  readonly usedBy: readonly string[];
}

/** `typed`: a person has named it here; the service has not yet. */
export interface KnownCategory extends Category {
  readonly typed?: true;
}

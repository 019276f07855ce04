import type { CategoryDetails } from '../core/protocol/service-shapes.ts';
import { modelUsed } from './http/answers.ts';
import { categoriesSchema, classificationSchema, definitionSchema, parseAs } from './http/schemas.ts';
import type { ClassificationRecord, ClassificationStore } from './state/classifications.ts';
import type { ExtractionFileRecord, ExtractionRecord, ExtractionStore } from './state/extractions.ts';
import type { IssuedKey, Keyring } from './state/keys.ts';
import type { PageAccount } from './state/page-account.ts';
import type { Delivery, Webhooks, WebhookTarget } from './webhooks/webhooks.ts';

/** A file as the dashboard would show it, with `values` once there are some, or the `reason` of a failure. */
export interface FileView {
  readonly id: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly status: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly modelUsed?: string;
  readonly reason?: string;
}

export interface ExtractionView {
  readonly extractionId: string;
  readonly name: string;
  readonly batches: readonly {
    readonly batchId: string;
    readonly createdAt: string;
    readonly by: string;
    readonly files: readonly FileView[];
  }[];
}

export interface ClassificationView {
  readonly id: string;
  readonly name: string;
  readonly categories: readonly (CategoryDetails & { readonly id: string })[];
  readonly batches: readonly { readonly id: string; readonly files: readonly Omit<FileView, 'values' | 'modelUsed'>[] }[];
}

/**
 * What a person does in the service's dashboard, and what only a stand-in can do. Everything throws `ServiceError`: 400 for
 * a bad argument, 404 for something unknown, 409 for what the current state forbids.
 */
export interface Control {
  /** At most five keys are active. */
  createKey(name: string): IssuedKey;
  /** `status`: the service may answer a revoked key with 401 (the default here) or 403. */
  revokeKey(id: string, status?: 401 | 403): void;
  pages(): { readonly perMonth: number; readonly remaining: number };
  setPages(remaining: number): void;
  /** One URL per account; it replaces the previous one. https, or http on this computer. The secret is shown only here. */
  registerWebhook(url: string, secret?: string): WebhookTarget;
  deliveries(): readonly Delivery[];
  /** Creates an extraction without a first file, from an object like `extractionDetails`. @returns its id */
  createExtraction(details: unknown): string;
  /** Creates a classification, from an object like the body of POST /classifications. */
  createClassification(details: unknown): {
    readonly id: string;
    readonly categories: readonly { readonly id: string; readonly name: string }[];
  };
  /** Changes a classification's categories, for the next redo; a category that keeps its name keeps its id. */
  setCategories(classificationId: string, categories: unknown): void;
  /** Confirms a file that is processed or needs_review, with a person's corrections. */
  confirmFile(extractionId: string, batchId: string, fileId: string, corrections?: Readonly<Record<string, string>>): FileView;
  extractions(): readonly ExtractionView[];
  classifications(): readonly ClassificationView[];
}

export function createControl({
  keyring,
  pages,
  webhooks,
  extractions,
  classifications,
}: {
  readonly keyring: Keyring;
  readonly pages: PageAccount;
  readonly webhooks: Webhooks;
  readonly extractions: ExtractionStore;
  readonly classifications: ClassificationStore;
}): Control {
  return {
    createKey: (name) => keyring.create(name),
    revokeKey: (id, status) => keyring.revoke(id, status),
    pages: () => ({ perMonth: pages.perMonth, remaining: pages.remaining() }),
    setPages: (remaining) => pages.setRemaining(remaining),
    registerWebhook: (url, secret) => webhooks.register(url, secret),
    deliveries: () => webhooks.deliveries(),
    createExtraction: (details) => extractions.create(parseAs(definitionSchema, details)).extractionId,
    createClassification(details) {
      const { name, description, categories } = parseAs(classificationSchema, details);
      const created = classifications.create(name, description, categories);
      return { id: created.id, categories: created.categories.map((category) => ({ id: category.id, name: category.name })) };
    },
    setCategories: (id, categories) =>
      void classifications.setCategories(id, parseAs(categoriesSchema, categories, 'categories')),
    confirmFile: (extractionId, batchId, fileId, corrections = {}) =>
      fileView(extractions.confirm(extractionId, batchId, fileId, corrections)),
    extractions: () => extractions.list().map(extractionView),
    classifications: () => classifications.list().map(classificationView),
  };
}

function fileView({ id, fileName, size, sha256, state }: ExtractionFileRecord): FileView {
  return {
    id,
    fileName,
    size,
    sha256,
    status: state.status,
    ...('values' in state ? { values: state.values, modelUsed } : {}),
    ...('reason' in state ? { reason: state.reason } : {}),
  };
}

function extractionView({ extractionId, definition, batches }: ExtractionRecord): ExtractionView {
  return {
    extractionId,
    name: definition.name,
    batches: [...batches.values()].map(({ batchId, createdAt, by, files }) => ({
      batchId,
      createdAt,
      by,
      files: files.map(fileView),
    })),
  };
}

function classificationView({ id, name, categories, batches }: ClassificationRecord): ClassificationView {
  return {
    id,
    name,
    categories,
    batches: [...batches.values()].map((batch) => ({
      id: batch.id,
      files: batch.files.map(({ id: fileId, fileName, size, sha256, state }) => ({
        id: fileId,
        fileName,
        size,
        sha256,
        status: state.status,
        ...('reason' in state ? { reason: state.reason } : {}),
      })),
    })),
  };
}

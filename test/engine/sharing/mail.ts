/** Machines for mixed mail: a classification whose categories go on into extractions. */
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { SandboxOptions } from '../../../electron/sandbox/sandbox.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import type { Timeline } from '../support/timeline.ts';
import { Machines } from './machines.ts';

export class Mail {
  readonly scene: Timeline;
  readonly sandbox: SceneSandbox;
  readonly machines: Machines;
  /** The service's ids: invoices go on into one extraction, letters into another, and all else stays. */
  readonly classification: string;
  readonly invoices: string;
  readonly letters: string;

  private constructor(scene: Timeline, sandbox: SceneSandbox) {
    this.scene = scene;
    this.sandbox = sandbox;
    this.machines = new Machines(scene, sandbox);
    this.invoices = sandbox.extraction;
    this.letters = sandbox.control.createExtraction({ name: 'Letters', fields });
    const categories = ['Invoices', 'Letters', 'Other'].map((name) => ({ name, description: name }));
    this.classification = sandbox.control.createClassification({ name: 'Mail', description: '', categories }).id;
  }

  /** Which category the service finds from now on, by its place: everything is an invoice at first. */
  found = 0;

  /** @param confidence below 0.5 a person is asked first */
  static async of(scene: Timeline, confidence = 0.9, options: SandboxOptions = {}): Promise<Mail> {
    let mail: Mail | undefined;
    const findCategory = () => ({ categoryIndex: mail?.found ?? 0, confidence, reasoning: 'It is one.' });
    mail = new Mail(scene, await sandboxOf(scene, { documents: { ...quickDocuments, findCategory }, ...options }));
    return mail;
  }

  folder(name: string): FolderSettings {
    const { classification, invoices, letters, scene } = this;
    const next = {
      categories: {
        Invoices: { extraction: invoices, linked: false },
        Letters: { extraction: letters, linked: false },
        Other: 'leave' as const,
      },
      below: 0.5,
      otherwise: 'review' as const,
    };
    return scene.folder(name, { kind: 'classification', id: classification }, { next });
  }

  /** @param more `inbox`: others watch the folder too, under this name */
  start(name: string, folder: FolderSettings, more: Partial<RunOptions> & { readonly inbox?: string } = {}): Promise<Run> {
    return this.machines.start(name, { folders: [folder], identity: { host: name, path: '/data' }, ...more });
  }

  /** A person sets the category of `a.pdf` at a machine whose ledger knows it by name. */
  setCategory(run: Run, name: string) {
    const categories = this.sandbox.control.classifications().flatMap((each) => each.categories);
    const { id, origin } = run.document('a.pdf');
    const known = categories.map((category) => ({ id: category.id, name: category.name }));
    run.ledger.categories.learn(origin, this.classification, known, 'result');
    const chosen = categories.find((category) => category.name === name)?.id ?? '';
    return run.engine.overrideCategory(id, chosen, 'Ann', true);
  }

  /** How many files the service has taken: for the classification, for invoices and for letters. */
  taken(): readonly number[] {
    const of = (batches: readonly { readonly files: readonly unknown[] }[] = []) => batches.flatMap(({ files }) => files).length;
    const { control } = this.sandbox;
    const extractions = [this.invoices, this.letters].map((id) =>
      of(control.extractions().find((each) => each.extractionId === id)?.batches),
    );
    return [of(control.classifications()[0]?.batches), ...extractions];
  }
}

/** Whether `a.pdf` has its values from this extraction, and they are written. */
export function isIn(run: Run, extraction: string): boolean {
  if (!run.has('a.pdf')) return false;
  const { delivery, result, route } = run.document('a.pdf');
  return route.id === extraction && result?.kind === 'extraction' && delivery.kind === 'done';
}

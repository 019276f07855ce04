import { findingsOf } from '../../../electron/core/checks/check.ts';
import { isBreached } from '../../../electron/core/checks/rules.ts';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { Answer, Handlers } from '../../../electron/core/contract/contract.ts';
import type { FolderPlan, RouteView } from '../../../electron/core/contract/folders.ts';
import type { FolderHealth } from '../../../electron/core/contract/status.ts';
import { standingOf } from '../../../electron/core/document/standing.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { err, ok } from '../../../electron/core/result.ts';
import { type FakeFolder, invoiceFields, mailCategories, receiptFields, routeOf } from './fake-document.ts';
import type { FakeHost } from './fake-host.ts';

interface Watched {
  readonly fake: FakeFolder;
  settings: FolderSettings;
  health: FolderHealth;
  openToOthers?: boolean;
  leftAlone?: number;
  routeName: string;
}

type FolderHandlers = Pick<
  Handlers,
  | 'folders'
  | 'chooseFolder'
  | 'chooseFiles'
  | 'listDirectories'
  | 'makeDirectory'
  | 'inspectFolder'
  | 'addFolder'
  | 'updateFolder'
  | 'removeFolder'
  | 'removedFolders'
  | 'restoreFolder'
  | 'sendLeftAlone'
  | 'setPaused'
  | 'dropSamples'
  | 'addFile'
  | 'addPiece'
  | 'applySettings'
  | 'checkAgain'
  | 'openFolder'
  | 'trySettings'
  | 'planFolder'
  | 'endPlan'
  | 'routes'
  | 'lookUpRoute'
  | 'createExtraction'
  | 'createClassification'
  | 'viewExtraction'
  | 'updateExtraction'
  | 'deleteExtraction'
  | 'changeClassification'
  | 'forgetRoute'
>;

const directories: Record<string, string[]> = {
  '/home/mara': ['Desktop', 'Documents', 'Scans'],
  '/home/mara/Scans': ['Invoices', 'Receipts', 'Mail', 'New'],
  '/home/mara/Documents': ['Taxes', 'Contracts'],
};

/** Documents of two pages each. */
function plannedAll(send: number): FolderPlan {
  const none = { count: 0, files: [] };
  const held = { documents: 0, pages: 0, unknownPages: 0 };
  const others = { known: 0, rejected: none, asked: none, unsettled: 0, held, budgets: [] };
  return { kind: 'done', send, pages: 2 * send, later: 0, unknownPages: 0, ...others };
}

/** The fake's folders and routes. */
export class FakeFolders {
  readonly all: Watched[];
  /** What went another way than changed settings say. */
  applicable = { documents: 0, pages: 0 };
  readonly routes: RouteView[];
  /** What the system's folder chooser gives: a path, or null if it was cancelled. */
  chosen: string | null = '/home/mara/Scans/New';
  chosenFiles: string[] = ['/home/mara/Documents/sample.pdf'];
  /** How far a plan is, whatever is planned; by default all is sent. */
  plan: FolderPlan | undefined;
  /** Plans that are over. */
  readonly ended = new Set<string>();
  readonly #host: FakeHost;
  #lastId = 3;
  /** The last one first. */
  #removed: readonly Watched[] = [];

  constructor(host: FakeHost, empty: boolean) {
    this.#host = host;
    const watched = (id: number, kind: FakeFolder['kind'], path: string, routeName: string, health: FolderHealth): Watched => ({
      fake: { id, kind, path },
      settings: folderSettingsSchema.parse({
        path,
        route: routeOf(id, kind),
      }),
      health,
      routeName,
    });
    this.all = empty
      ? []
      : [
          watched(1, 'invoices', '/home/mara/Scans/Invoices', 'Invoices', { kind: 'watching', by: 'events' }),
          watched(2, 'receipts', '/home/mara/Scans/Receipts', 'Receipts', { kind: 'watching', by: 'polling' }),
          watched(3, 'mail', '/mnt/office/Mail', 'Incoming mail', { kind: 'watching', by: 'polling' }),
        ];
    this.routes = [
      {
        route: { kind: 'extraction', id: routeIdOf(1) },
        name: 'Invoices',
        description: 'Incoming invoices',
        fields: invoiceFields,
        categories: [],
        usedBy: [],
      },
      { route: { kind: 'extraction', id: routeIdOf(2) }, name: 'Receipts', fields: receiptFields, categories: [], usedBy: [] },
      {
        route: { kind: 'classification', id: routeIdOf(3) },
        name: 'Incoming mail',
        fields: [],
        categories: mailCategories,
        usedBy: [],
      },
    ];
  }

  handlers(): FolderHandlers {
    const host = this.#host;
    const changed = (): void => host.emit({ settings: true, status: true });
    const of = (id: number): Watched | undefined => this.all.find(({ fake }) => fake.id === id);
    const missing = err({ kind: 'unavailable' as const, message: foreign('There is no such folder.') });
    return {
      folders: async () => ok(this.all.map(({ fake, settings }) => ({ id: fake.id, settings }))),
      chooseFolder: async () => ok({ path: this.chosen }),
      chooseFiles: async () => ok({ paths: this.chosenFiles }),
      listDirectories: async ({ path: given = '/home/mara', files }) => {
        const path = given.replace(/\/$/, '');
        const names = directories[path];
        if (names === undefined && !path.startsWith('/home/mara'))
          return err({ kind: 'unavailable', message: foreign('There is no such folder.'), field: 'path' });
        const parent = path.slice(0, path.lastIndexOf('/'));
        const entries = (names ?? []).map((name) => ({ name, path: `${path}/${name}`, kind: 'directory' as const }));
        const inside = files ? [{ name: 'sample.pdf', path: `${path}/sample.pdf`, kind: 'file' as const }] : [];
        return ok({
          path,
          ...(parent !== '' && { parent }),
          entries: [...entries, ...inside],
          places: [
            { name: 'Home', path: '/home/mara' },
            { name: 'Documents', path: '/home/mara/Documents' },
          ],
        });
      },
      makeDirectory: async ({ parent: given, name }) => {
        const parent = given.replace(/\/$/, '');
        directories[parent] = [...(directories[parent] ?? []), name];
        directories[`${parent}/${name}`] = [];
        return ok({ path: `${parent}/${name}` });
      },
      inspectFolder: async ({ path }) => {
        const name = path.slice(path.lastIndexOf('/') + 1);
        const isMissing = directories[path.slice(0, -name.length - 1)]?.includes(name) === false;
        const taken = this.all.find(({ fake }) => fake.path === path || path.startsWith(`${fake.path}/`));
        return ok({
          countedAt: host.now,
          path,
          ...(taken !== undefined && { problem: say('workspace.folder.insideWatched', { path, other: taken.fake.path }) }),
          ...((!path.startsWith('/') || isMissing) && { problem: say('workspace.folder.missing', { path }) }),
          notes: path.startsWith('/mnt/') ? [say('workspace.folder.onNetwork')] : [],
          files: path.endsWith('New') ? 37 : 0,
          known: path.endsWith('Again') ? 24 : 0,
          more: false,
          bytes: path.endsWith('New') ? 18_400_000 : 0,
        });
      },
      addFolder: async ({ settings }) => {
        if (this.all.some(({ fake }) => fake.path === settings.path)) {
          return err({ kind: 'unavailable', message: foreign('This folder is watched already.'), field: 'settings.path' });
        }
        this.#lastId += 1;
        const id = this.#lastId;
        const route = this.#routeOf(settings);
        const kind = settings.route.kind === 'classification' ? 'mail' : 'invoices';
        this.all.push({
          fake: { id, path: settings.path, kind },
          settings,
          health: { kind: 'watching', by: 'events' },
          routeName: route?.name ?? settings.route.id,
        });
        changed();
        return ok({ id });
      },
      updateFolder: async ({ id, settings }) => {
        const folder = of(id);
        if (folder === undefined) return missing;
        folder.settings = settings;
        folder.routeName = this.#routeOf(settings)?.name ?? settings.route.id;
        changed();
        return ok({});
      },
      removeFolder: async ({ id }) => {
        const folder = of(id);
        if (folder === undefined) return missing;
        this.all.splice(this.all.indexOf(folder), 1);
        this.#removed = [folder, ...this.#removed];
        changed();
        return ok({});
      },
      removedFolders: async () =>
        ok(this.#removed.map(({ fake: { id: own, path } }) => ({ id: own, path, at: host.now, by: 'mara' }))),
      restoreFolder: async ({ id }) => {
        const folder = this.#removed.find(({ fake }) => fake.id === id);
        if (folder === undefined) return missing;
        this.#removed = this.#removed.filter((each) => each !== folder);
        this.all.push(folder);
        changed();
        return ok({});
      },
      sendLeftAlone: async ({ id }) => {
        const folder = of(id);
        if (folder === undefined) return missing;
        const count = folder.leftAlone ?? 0;
        folder.leftAlone = 0;
        changed();
        return ok({ count });
      },
      setPaused: async ({ paused, folderId }) => {
        const folder = of(folderId ?? 0);
        if (folder === undefined) host.line = { kind: paused ? 'paused' : 'watching' };
        else {
          folder.settings = { ...folder.settings, paused };
          if (!paused) folder.health = { kind: 'watching', by: 'events' };
        }
        changed();
        return ok({});
      },
      dropSamples: async ({ id }) => {
        const landed = [host.land('settling', id), host.land('settling', id), host.land('settling', id)];
        host.changed(...landed);
        return ok({ files: landed.map(({ path }) => path) });
      },
      addFile: async ({ id, path }) => this.#take(id, path.slice(path.lastIndexOf('/') + 1)),
      addPiece: async ({ id, name, size, position, bytes }) =>
        position + Buffer.byteLength(bytes, 'base64') < size ? ok({}) : this.#take(id, name),
      planFolder: async ({ plan, id }) =>
        ok(this.ended.has(plan) ? { kind: 'ended' } : (this.plan ?? plannedAll(of(id ?? 0)?.leftAlone ?? 37))),
      endPlan: async ({ plan }) => {
        this.ended.add(plan);
        return ok({});
      },
      trySettings: async ({ id, settings }) => {
        const { checks = [], route, fileAway } = settings;
        const fields = this.#routeOf({ route })?.fields.map(({ key }) => key) ?? [];
        const there = host.documents.filter(({ folderId }) => folderId === id);
        const isFiled = fileAway.kind === 'move' && fileAway.as !== undefined;
        const documents = there.flatMap((document, index) => {
          const { result, foundAt } = document;
          const day = new Date(foundAt).toISOString().slice(0, 10);
          const findings =
            result?.kind === 'extraction' ? findingsOf(checks, { result, reading: {}, fields, day, others: () => [] }) : [];
          const place =
            index === 0
              ? { stays: say('filing.missing', { fields: ['vendor_name'], count: 1 }) }
              : { to: `Filed/ACME/${index}.pdf` };
          const { path } = document;
          return findings.length === 0 && !isFiled
            ? []
            : [{ id: document.id, path, standing: standingOf(document), findings, ...(isFiled && place) }];
        });
        return ok({
          more: false,
          checked: there.filter(({ result }) => result?.kind === 'extraction').length,
          flagged: documents.filter(({ findings }) => isBreached(findings)).length,
          tried: isFiled ? there.length : 0,
          filed: isFiled ? there.length - 1 : 0,
          waiting: 0,
          unknown: [],
          documents: documents.slice(0, 200),
          elsewhere: isFiled ? 3 : 0,
        });
      },
      applySettings: async ({ agreed }) => {
        const { documents, pages } = this.applicable;
        return ok({ documents, pages, done: agreed?.documents === documents && agreed.pages === pages });
      },
      checkAgain: async ({ id }) => (of(id) === undefined ? missing : ok({})),
      openFolder: async ({ id }) => (of(id) === undefined ? missing : ok({})),
      routes: async () => ok(this.routes.map((route) => this.#withUse(route))),
      lookUpRoute: async ({ route }) => {
        const known = this.routes.find((each) => each.route.kind === route.kind && each.route.id === route.id);
        if (known !== undefined) return ok(this.#withUse(known));
        if (route.kind === 'classification') return ok({ route, name: route.id, fields: [], categories: [], usedBy: [] });
        return err({ kind: 'unavailable', message: foreign('The service knows no extraction of this id.'), field: 'route.id' });
      },
      createExtraction: async ({ name, description, fields }) => {
        const route: RouteView = {
          route: { kind: 'extraction', id: routeIdOf(this.routes.length + 1) },
          name,
          description,
          fields,
          categories: [],
          usedBy: [],
        };
        this.routes.push(route);
        changed();
        return ok(route);
      },
      createClassification: async ({ name, description, categories }) => {
        const id = routeIdOf(this.routes.length + 1);
        const made = categories.map((category, position) => ({ id: `${id}-${position}`, name: category.name }));
        const route: RouteView = {
          route: { kind: 'classification', id },
          name,
          description,
          fields: [],
          categories: made,
          usedBy: [],
        };
        this.routes.push(route);
        changed();
        return ok(route);
      },
      viewExtraction: async ({ id }) => this.#extraction(id),
      updateExtraction: async ({ id, wanted }) => {
        const { name, description, fields } = wanted;
        this.#put(id, { name, description, fields });
        changed();
        return this.#extraction(id);
      },
      deleteExtraction: async ({ id, typed }) => {
        const found = this.routes.find(({ route }) => route.id === id);
        if (found?.name !== typed)
          return err({
            kind: 'invalid-input',
            field: 'typed',
            message: say('workspace.definition.otherName', { name: found?.name ?? '' }),
          });
        this.routes.splice(this.routes.indexOf(found), 1);
        changed();
        return ok({});
      },
      changeClassification: async ({ id, texts, categories }) => {
        this.#put(id, { ...texts, categories });
        changed();
        const route = { kind: 'classification', id } as const;
        const known = this.routes.find((each) => each.route.id === id);
        return ok(known ?? { route, name: id, fields: [], categories, usedBy: [] });
      },
      forgetRoute: async ({ id }) => {
        this.routes.splice(0, this.routes.length, ...this.routes.filter(({ route }) => route.id !== id));
        changed();
        return ok({});
      },
    };
  }

  #put(id: string, changes: Partial<RouteView>): void {
    this.routes.splice(
      0,
      this.routes.length,
      ...this.routes.map((view) => (view.route.id === id ? { ...view, ...changes } : view)),
    );
  }

  #extraction(id: string): Answer<'viewExtraction'> {
    const view = this.routes.find(({ route }) => route.id === id);
    if (view === undefined) return err({ kind: 'unavailable', message: foreign('There is no such extraction.') });
    const { name, description = '', fields, usedBy } = this.#withUse(view);
    const whole = fields.map(({ key, description: what = '', example = '' }) => ({ key, description: what, example }));
    return ok({
      id,
      name,
      description,
      language: 'en',
      updatedAt: '2026-03-09T08:00:00Z',
      fields: whole,
      usedBy,
      sent: 12,
      awaited: usedBy.length,
    });
  }

  /** A file that was added: it is on its way at once, unless its name says that it is none. */
  #take(id: number, name: string): Answer<'addFile'> {
    if (!/\.(pdf|png|jpe?g|docx)$/.test(name)) return err({ kind: 'unavailable', message: say('ignored.otherType') });
    const landed = this.#host.land('settling', id);
    landed.path = name;
    this.#host.changed(landed);
    return ok({ name });
  }

  #routeOf(settings: Pick<FolderSettings, 'route'>): RouteView | undefined {
    return this.routes.find(({ route }) => route.id === settings.route.id);
  }

  #withUse(view: RouteView): RouteView {
    return {
      ...view,
      usedBy: this.all.filter(({ settings }) => settings.route.id === view.route.id).map(({ fake }) => fake.path),
    };
  }
}

function routeIdOf(number: number): string {
  return `00000000-0000-4000-8000-00000000000${number}`;
}

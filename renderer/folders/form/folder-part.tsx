import { FolderPlus, Info, LoaderCircle } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { defined } from '../../../electron/core/plain-data.ts';
import { Problem } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Choices } from '../../components/choices.tsx';
import { nameOf } from '../../components/folder-names.ts';
import { IconLine } from '../../components/icon-line.tsx';
import { Panel } from '../../components/screen.tsx';
import { useDebounced } from '../../components/use-time.ts';
import { useHostCommand, useHostQuery } from '../../host/host.tsx';
import { Text, useFormats, useWords } from '../../words/words.tsx';
import { type PlannedFolder, PlanView, usePlan } from '../plan/plan-view.tsx';
import type { Draft } from './draft.ts';
import type { PartProps } from './part.tsx';
import { PathField } from './path-field.tsx';
import { isWholePath, problemsOf, settingsOf } from './settings-of.ts';
import { Settings } from './settings-tabs.tsx';

/** Which folder: its path, what prevents watching it, and what it contains now. */
export function FolderPart({
  draft,
  change,
  errors,
  inspection,
  children,
  step,
}: PropsWithChildren<
  PartProps & {
    readonly step?: number;
    readonly inspection: Inspection;
  }
>) {
  const words = useWords('folders.where');
  const { found } = inspection;
  return (
    <Panel title={words('title')} intro={words('intro')} step={step}>
      <PathField
        what="folder"
        label={words('label')}
        error={errors.path ?? found?.problem}
        value={draft.path}
        onChange={(path) => change({ path })}
      />
      {errors.path === undefined && found?.problem?.code === 'workspace.folder.missing' && <MakeFolder path={draft.path} />}
      <Settings group="folder" draft={draft} change={change} errors={errors} />
      <div role="status">
        <Contents inspection={inspection} />
      </div>
      {children}
    </Panel>
  );
}

/** Makes the folder that is typed and not there. */
function MakeFolder({ path }: { readonly path: string }) {
  const words = useWords('folders.browse');
  const { run, isRunning, problem } = useHostCommand('makeDirectory', ['inspectFolder']);
  const name = nameOf(path.trim());
  const parent = path
    .trim()
    .replace(/[\\/]+$/, '')
    .slice(0, -name.length);
  return (
    <div className="stack gap-2">
      <div>
        <Button size="small" icon={<FolderPlus />} busy={isRunning} onClick={() => void run({ parent, name })}>
          {words('make', { name })}
        </Button>
      </div>
      <Problem problem={problem} />
    </div>
  );
}

function Contents({ inspection: { found, isLooking } }: { readonly inspection: Inspection }) {
  const words = useWords('folders.where');
  const formats = useFormats();
  if (isLooking) {
    return <IconLine icon={<LoaderCircle />}>{words('looking')}</IconLine>;
  }
  if (found === undefined || found.problem !== undefined) return null;
  const { files, more, bytes, known, notes } = found;
  const amount = more
    ? words('thereMore', { count: formats.number(files) })
    : words('there', { count: files, size: formats.size(bytes) });
  return (
    <div className="stack gap-2">
      <IconLine icon={<Info />}>
        {known > 0 ? words('known', { known, count: files }) : amount} {files > 0 && words('thereLater')}
      </IconLine>
      {notes.map((note) => (
        <IconLine key={note.code} icon={<Info />}>
          <Text message={note} />
        </IconLine>
      ))}
    </div>
  );
}

interface ExistingProps extends Omit<PartProps, 'errors'> {
  readonly inspection: Inspection;
  readonly isSandbox: boolean;
  /** The folder as it is watched already: its earlier documents were decided about when it was added. */
  readonly watched?: WatchedFolder | undefined;
}

/** No surprises: existing documents are left alone unless the person, who sees how many there are, decides otherwise. */
export function Existing({ draft, change, inspection: { found }, isSandbox, watched }: ExistingProps) {
  const words = useWords('folders.results');
  const formats = useFormats();
  const isCounted = found !== undefined && found.problem === undefined;
  const hasFiles = isCounted && found.files > 0;
  // What a watched folder has left alone is counted once a person wants it.
  const isAsked = hasFiles || (watched?.settings.existing === 'skip' && !isCounted && draft.existing === 'send');
  const plan = usePlan(isAsked ? plannedOf(draft, watched?.id) : undefined);
  if (watched === undefined && !hasFiles) return null;
  const size = formats.size(found?.bytes ?? 0);
  return (
    <div className="stack gap-3">
      <Choices
        legend={words(isCounted ? 'existing' : 'existingChange')}
        value={draft.existing}
        options={[
          {
            value: 'skip',
            label: words('existingLeave', { count: isCounted && !found.more ? found.files : 2 }),
            hint: words('existingLeaveHint'),
          },
          isCounted
            ? {
                value: 'send',
                label: words('existingSend', { count: found.files, more: found.more ? 'yes' : 'no' }),
                hint: words(isSandbox ? 'existingSendSandbox' : 'existingSendHint', { size: found.more ? `> ${size}` : size }),
              }
            : { value: 'send', label: words('existingChangeSend'), hint: words('existingChangeHint') },
        ]}
        onChoose={(existing) => change({ existing })}
      />
      <PlanView plan={plan} />
    </div>
  );
}

/** What the host counts: the part of a draft that matters to it; undefined while that has problems. */
function plannedOf(draft: Draft, id: number | undefined): PlannedFolder | undefined {
  const isNew = draft.choice === 'new-extraction' || draft.choice === 'new-classification';
  const read = settingsOf(draft);
  if (isNew || !read.ok || Object.keys(problemsOf(draft)).length > 0) return undefined;
  const { path, route, settleSeconds, recursive, include, ignore, incomplete, changed, fileAway, budget } = read.value;
  const settings = { path, route, settleSeconds, recursive, include, ignore, incomplete, changed, fileAway, budget };
  return { ...defined({ id }), settings };
}

type Inspection = ReturnType<typeof useInspection>;

/**
 * Inspects a folder a moment after its path was typed. What was found is undefined until it is known.
 *
 * @param known the path of a watched folder, which needs no inspection
 */
export function useInspection(path: string, recursive: boolean, known: string | undefined) {
  const trimmed = path.trim();
  const typed = useDebounced(trimmed);
  const isAsked = isWholePath(typed) && typed !== known;
  const { data, isFetching } = useHostQuery(
    'inspectFolder',
    { path: typed, recursive },
    // Counted once: what comes after that moment is new, so the number must not grow while a person decides.
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, enabled: isAsked },
  );
  const isCurrent = isAsked && typed === trimmed;
  return { found: isCurrent ? data : undefined, isLooking: isFetching && data === undefined };
}

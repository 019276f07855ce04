import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { defined } from '../../../electron/core/plain-data.ts';
import { Choices } from '../../components/choices.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import { PlanView } from '../plan/plan-view.tsx';
import { type PlannedFolder, pagesOf, usePlan } from '../plan/use-plan.ts';
import { problemsOf } from './checks.ts';
import type { Draft } from './draft.ts';
import type { PartProps } from './part.tsx';
import { settingsOf } from './settings-of.ts';
import type { Inspection } from './use-inspection.ts';

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
  const pages = pagesOf(plan);
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
                label: words('existingSend', { count: found.files, more: found.more ? 'yes' : 'no', ...pages }),
                hint: words(isSandbox ? 'existingSendSandbox' : 'existingSendHint', { size: found.more ? `> ${size}` : size }),
              }
            : { value: 'send', label: words('existingChangeSend', pages), hint: words('existingChangeHint') },
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

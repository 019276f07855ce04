import { ChevronRight } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { isOfPages } from '../../../electron/core/account/budget.ts';
import type { WatchedFolder } from '../../../electron/core/contract/folders.ts';
import { defined } from '../../../electron/core/plain-data.ts';
import choices from '../../components/choices.module.css';
import { Choices } from '../../components/choices.tsx';
import { Progress } from '../../components/progress.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useFormats, useWords } from '../../words/words.tsx';
import { PlanView } from '../plan/plan-view.tsx';
import { type PlannedFolder, pagesOf, usePlan } from '../plan/use-plan.ts';
import { problemsOf } from './checks.ts';
import { ChecksPart } from './checks-part.tsx';
import { ColumnsPart } from './columns-part.tsx';
import { type Draft, hasTable } from './draft.ts';
import { FilingPart } from './filing-part.tsx';
import styles from './form.module.css';
import type { PartProps } from './frame.tsx';
import { Settings } from './setting.tsx';
import { settingsOf } from './settings-of.ts';
import { Trial } from './trial.tsx';
import type { Inspection } from './use-inspection.ts';

const tabs = ['written', 'filing', 'checks', 'limits', 'advanced'] as const;

/** Everything about a folder that has good defaults, in five tabs. Those that are not shown keep their entries. */
export function SettingsTabs({ watched, ...part }: PartProps & { readonly watched?: WatchedFolder | undefined }) {
  const { draft } = part;
  const words = useWords('folders.tabs');
  const contents = {
    written: (
      <>
        <Written {...part} />
        {hasTable(draft) && <ColumnsPart {...part} />}
      </>
    ),
    filing: <FilingPart {...part} />,
    checks: hasChecks(draft) ? <ChecksPart {...part} /> : <p className="hint">{words('noChecks')}</p>,
    limits: (
      <>
        <Settings group="limits" {...part} />
        {watched !== undefined && <BudgetBars folderId={watched.id} />}
      </>
    ),
    advanced: <Settings group="advanced" {...part} />,
  } satisfies Record<(typeof tabs)[number], ReactNode>;
  return (
    <Tabs.Root defaultValue="written" className="stack gap-4">
      <Tabs.List className={styles.tabs} aria-label={words('label')}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab} value={tab} className={styles.tab}>
            {words(tab)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content key={tab} value={tab} forceMount className={styles.tabPanel}>
          {contents[tab]}
        </Tabs.Content>
      ))}
      {watched !== undefined && (draft.checks.length > 0 || draft.fileAway === 'move') && (
        <Trial draft={draft} watched={watched} />
      )}
    </Tabs.Root>
  );
}

/** How much of each of a folder's budgets is used. */
function BudgetBars({ folderId }: { readonly folderId: number }) {
  const words = useWords('folders.tabs');
  const { data: status } = useHostQuery('status', {});
  const own = (status?.budgets ?? []).filter(isOfPages).filter((budget) => budget.folderId === folderId);
  return own.map(({ period, pages, used }) => {
    const text = words('used', { period, used, pages });
    return (
      <div key={period} className="stack gap-1">
        <p>{text}</p>
        <Progress label={text} value={pages === 0 ? 1 : Math.min(1, used / pages)} />
      </div>
    );
  });
}

function Written(part: PartProps) {
  const words = useWords('folders.results');
  const { draft } = part;
  return (
    <fieldset className={choices.choices}>
      <legend>{words('written')}</legend>
      <Settings group="written" {...part} />
      {draft.csv === 'folder' && <Settings group="table" {...part} />}
      <div role="status">{!draft.outputJson && !hasTable(draft) && <p className="hint">{words('nothing')}</p>}</div>
    </fieldset>
  );
}

/** What need not be asked when a folder is added, until somebody wants to see it. */
export function MoreSettings(part: PartProps) {
  const words = useWords('folders.advanced');
  return (
    <details className={styles.advanced}>
      <summary>
        <ChevronRight />
        <span>
          {words('title')} <span className="hint">{words('detail')}</span>
        </span>
      </summary>
      <div className={styles.advancedBody}>
        <SettingsTabs {...part} />
      </div>
    </details>
  );
}

/** Only an extraction has values to check. */
function hasChecks({ choice, checks, next }: Draft): boolean {
  return choice.includes('extraction') || checks.length > 0 || next.rows.length > 0;
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

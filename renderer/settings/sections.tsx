import { Download } from 'lucide-react';
import { useState } from 'react';
import type { RequestOutput } from '../../electron/core/contract/contract.ts';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import type { About } from '../../electron/core/contract/status.ts';
import { languages, languageTags } from '../../electron/core/languages/languages.ts';
import { Problem } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Confirm, Dialog } from '../components/dialog.tsx';
import { SelectField } from '../components/field.tsx';
import { Panel } from '../components/screen.tsx';
import { Switch } from '../components/switch.tsx';
import { toast } from '../components/toast.tsx';
import { saveAs } from '../host/download.ts';
import { useHostCommand, useHostQuery } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';
import { NumberField, useSave } from './section.tsx';
import styles from './settings.module.css';

const numbers = [
  ['uploads', 'uploads', 16],
  ['rate', 'requestsPerSecond', 1_000],
  ['batch', 'extractionBatch', 100],
] as const;

export function LimitsSection({ limits }: { readonly limits: Preferences['limits'] }) {
  const words = useWords('settings.limits');
  const saveAll = useSave();
  const save = (changes: Partial<Preferences['limits']>): void => saveAll({ limits: { ...limits, ...changes } }, { limits });
  return (
    <Panel title={words('title')}>
      {numbers.map(([name, member, max]) => (
        <NumberField
          key={name}
          label={words(name)}
          hint={words(`${name}Hint`)}
          value={limits[member]}
          min={1}
          max={max}
          onSave={(value) => save({ [member]: value })}
        />
      ))}
      <KeepResults limits={limits} save={(changed) => saveAll({ limits: changed }, { limits })} />
      <Budgets budget={limits.budget ?? {}} save={(budget) => save({ budget })} />
    </Panel>
  );
}

/** So many years can be chosen; the settings file takes any length of time. */
const keptYears = [1, 2, 3, 5, 10] as const;

function KeepResults({
  limits,
  save,
}: {
  readonly limits: Preferences['limits'];
  readonly save: (changed: Preferences['limits']) => void;
}) {
  const words = useWords('settings.limits');
  const { keepResults = '', ...others } = limits;
  const offered = keptYears.map((count) => ({
    value: count === 1 ? '1 year' : `${count} years`,
    text: words('keepYears', { count }),
  }));
  const isOffered = keepResults === '' || offered.some(({ value }) => value === keepResults);
  return (
    <SelectField
      label={words('keepResults')}
      hint={words('keepResultsHint')}
      value={keepResults}
      options={[
        ['', words('keepForEver')],
        ...(isOffered ? [] : [[keepResults, keepResults] as const]),
        ...offered.map(({ value, text }) => [value, text] as const),
      ]}
      onChoose={(value) => save(value === '' ? others : { ...others, keepResults: value })}
    />
  );
}

type Budget = NonNullable<Preferences['limits']['budget']>;

const budgets = [
  ['day', 'pagesDay'],
  ['month', 'pagesMonth'],
] as const;

function Budgets({ budget, save }: { readonly budget: Budget; readonly save: (budget: Budget) => void }) {
  const words = useWords('settings.limits');
  // Of the computer that Intray runs on: this browser may be elsewhere.
  const own = useHostQuery('about', {}).data?.timeZone ?? '';
  return (
    <>
      {budgets.map(([name, label]) => (
        <NumberField
          key={name}
          label={words(label)}
          hint={words('pagesHint')}
          value={budget[name] ?? 0}
          min={0}
          max={10_000_000}
          onSave={(pages) => save({ ...budget, [name]: pages === 0 ? undefined : pages })}
        />
      ))}
      <SelectField
        label={words('timeZone')}
        hint={words('timeZoneHint')}
        value={budget.timeZone ?? ''}
        options={[
          ['', words('timeZoneSystem', { timeZone: own })],
          ...['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => [name, name] as const),
        ]}
        onChoose={(timeZone) => save({ ...budget, timeZone: timeZone === '' ? undefined : timeZone })}
      />
    </>
  );
}

const notificationKinds = ['attention', 'problems', 'finished'] as const;

export function NotificationsSection({ notifications }: { readonly notifications: Preferences['notifications'] }) {
  const words = useWords('settings.notifications');
  const save = useSave();
  return (
    <Panel title={words('title')}>
      {notificationKinds.map((kind) => (
        <Switch
          key={kind}
          label={words(kind)}
          hint={words(`${kind}Hint`)}
          checked={notifications[kind]}
          onChange={(isOn) => save({ notifications: { ...notifications, [kind]: isOn } })}
        />
      ))}
    </Panel>
  );
}

export function StartSection({ startAtLogin }: { readonly startAtLogin: boolean }) {
  const words = useWords('settings.start');
  const save = useSave();
  return (
    <Panel title={words('title')}>
      <Switch
        label={words('login')}
        hint={words('loginHint')}
        checked={startAtLogin}
        onChange={(isOn) => save({ startAtLogin: isOn })}
      />
    </Panel>
  );
}

const appearances = ['system', 'light', 'dark'] as const;

export function LooksSection({ appearance, language }: Pick<Preferences, 'appearance' | 'language'>) {
  const words = useWords('settings.looks');
  const save = useSave();
  return (
    <Panel title={words('title')}>
      <SelectField
        label={words('appearance')}
        className={styles.short}
        value={appearance}
        options={appearances.map((each) => [each, words(each)])}
        onChoose={(chosen) => save({ appearance: chosen }, { appearance })}
      />
      <SelectField
        label={words('language')}
        className={styles.short}
        value={language}
        options={[['system', words('system')], ...languageTags.map((tag) => [tag, languages[tag].language.name, tag] as const)]}
        onChoose={(chosen) => save({ language: chosen }, { language })}
      />
    </Panel>
  );
}

export function AboutSection({ about }: { readonly about: About }) {
  const words = useWords('settings.about');
  const [notices, setNotices] = useState<string>();
  // The build puts them beside the page (resources/tools/notices.ts).
  const show = async (): Promise<void> => setNotices(await (await fetch('third-party-notices.txt')).text());
  return (
    <Panel title={words('title')}>
      <p>
        <strong>{about.name}</strong> · {words('version', { version: about.version })}
      </p>
      <p className="hint">
        {words(about.host)} · {words('platform', { platform: about.platform })}
      </p>
      <div className={styles.row}>
        <p className="hint">{words('licencesHint')}</p>
        <Button onClick={() => void show()}>{words('licences')}</Button>
      </div>
      {notices !== undefined && (
        <Dialog title={words('licences')} size="large" onClose={() => setNotices(undefined)}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          <pre className={styles.diagnostics} lang="en" tabIndex={0}>
            {notices}
          </pre>
        </Dialog>
      )}
    </Panel>
  );
}

export function DataSection({ logDays, dataDirectory }: Pick<Preferences, 'logDays' | 'dataDirectory'>) {
  const words = useWords('settings.data');
  const save = useSave();
  const diagnostics = useHostCommand('diagnostics');
  const [shown, setShown] = useState<RequestOutput<'diagnostics'>>();
  const show = async (): Promise<void> => {
    const answer = await diagnostics.run({});
    if (answer.ok) setShown(answer.value);
  };
  return (
    <Panel title={words('title')}>
      <NumberField
        label={words('logDays')}
        value={logDays}
        min={1}
        max={365}
        onSave={(days) => save({ logDays: days }, { logDays })}
      />
      <div>
        <h3>{words('directory')}</h3>
        <code className={styles.fact}>{dataDirectory}</code>
        <p className="hint">{words('directoryHint')}</p>
      </div>
      <div className={styles.row}>
        <div>
          <h3>{words('diagnostics')}</h3>
          <p className="hint">{words('diagnosticsHint')}</p>
        </div>
        <Button busy={diagnostics.isRunning} onClick={() => void show()}>
          {words('show')}
        </Button>
      </div>
      <Problem problem={diagnostics.problem} />
      {shown !== undefined && <DiagnosticsDialog {...shown} onClose={() => setShown(undefined)} />}
    </Panel>
  );
}

/** Shows everything a diagnostics file would contain, before it is saved. */
function DiagnosticsDialog({ fileName, text, onClose }: RequestOutput<'diagnostics'> & { readonly onClose: () => void }) {
  const words = useWords('settings.data');
  const common = useWords('common');
  const save = (): void => {
    saveAs(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }));
    toast({ text: words('downloaded', { name: fileName }) });
    onClose();
  };
  return (
    <Confirm
      title={words('diagnosticsTitle')}
      size="large"
      other={common('close')}
      action={words('download')}
      icon={<Download />}
      onClose={onClose}
      onConfirm={save}
    >
      <p>{words('diagnosticsDetail')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className={styles.diagnostics} lang="en" tabIndex={0}>
        {text}
      </pre>
    </Confirm>
  );
}

import { useId } from 'react';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import type { About } from '../../electron/core/contract/status.ts';
import { languages, languageTags } from '../../electron/core/languages/languages.ts';
import { Field, Select } from '../components/field.tsx';
import { Switch } from '../components/switch.tsx';
import { useWords } from '../words/words.tsx';
import { NumberField, Section, useSave } from './section.tsx';
import styles from './settings.module.css';

export function LimitsSection({ limits }: { readonly limits: Preferences['limits'] }) {
  const words = useWords('settings.limits');
  const saving = useSave();
  const save = (changes: Partial<Preferences['limits']>): void => saving.save({ limits: { ...limits, ...changes } }, { limits });
  return (
    <Section title={words('title')} saving={saving}>
      <NumberField
        label={words('uploads')}
        hint={words('uploadsHint')}
        value={limits.uploads}
        min={1}
        max={16}
        onSave={(uploads) => save({ uploads })}
      />
      <NumberField
        label={words('batch')}
        hint={words('batchHint')}
        value={limits.extractionBatch}
        min={1}
        max={100}
        onSave={(extractionBatch) => save({ extractionBatch })}
      />
    </Section>
  );
}

const notificationKinds = ['attention', 'problems', 'finished'] as const;

export function NotificationsSection({ notifications }: { readonly notifications: Preferences['notifications'] }) {
  const words = useWords('settings.notifications');
  const saving = useSave();
  return (
    <Section title={words('title')} saving={saving}>
      {notificationKinds.map((kind) => (
        <Switch
          key={kind}
          label={words(kind)}
          hint={words(`${kind}Hint`)}
          checked={notifications[kind]}
          onChange={(isOn) => saving.save({ notifications: { ...notifications, [kind]: isOn } })}
        />
      ))}
    </Section>
  );
}

export function StartSection({ startAtLogin }: { readonly startAtLogin: boolean }) {
  const words = useWords('settings.start');
  const saving = useSave();
  return (
    <Section title={words('title')} saving={saving}>
      <Switch
        label={words('login')}
        hint={words('loginHint')}
        checked={startAtLogin}
        onChange={(isOn) => saving.save({ startAtLogin: isOn })}
      />
    </Section>
  );
}

const appearances = ['system', 'light', 'dark'] as const;

export function LooksSection({ appearance, language }: Pick<Preferences, 'appearance' | 'language'>) {
  const words = useWords('settings.looks');
  const saving = useSave();
  const name = useId();
  return (
    <Section title={words('title')} saving={saving}>
      <fieldset className={styles.choices}>
        <legend>{words('appearance')}</legend>
        {appearances.map((each) => (
          <label key={each} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={each === appearance}
              onChange={() => saving.save({ appearance: each }, { appearance })}
            />
            {words(each)}
          </label>
        ))}
      </fieldset>
      <Field label={words('language')} className={styles.short}>
        <Select
          value={language}
          onChange={({ target }) => saving.save({ language: target.value as Preferences['language'] }, { language })}
        >
          <option value="system">{words('system')}</option>
          {languageTags.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {languages[tag].language.name}
            </option>
          ))}
        </Select>
      </Field>
    </Section>
  );
}

export function AboutSection({ about }: { readonly about: About }) {
  const words = useWords('settings.about');
  return (
    <Section title={words('title')}>
      <p>
        <strong>{about.name}</strong> · {words('version', { version: about.version })}
      </p>
      <p className={styles.hint}>
        {words(about.host)} · {words('platform', { platform: about.platform })}
      </p>
    </Section>
  );
}

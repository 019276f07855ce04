import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { useWords } from '../words/words.tsx';
import { NumberField } from './number-field.tsx';
import { Section } from './section.tsx';
import { useSave } from './use-save.ts';

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

import { Switch } from '../components/switch.tsx';
import { useWords } from '../words/words.tsx';
import { Section } from './section.tsx';
import { useSave } from './use-save.ts';

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

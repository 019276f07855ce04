import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { Switch } from '../components/switch.tsx';
import { useWords } from '../words/words.tsx';
import { Section } from './section.tsx';
import { useSave } from './use-save.ts';

const kinds = ['attention', 'problems', 'finished'] as const;

export function NotificationsSection({ notifications }: { readonly notifications: Preferences['notifications'] }) {
  const words = useWords('settings.notifications');
  const saving = useSave();
  return (
    <Section title={words('title')} saving={saving}>
      {kinds.map((kind) => (
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

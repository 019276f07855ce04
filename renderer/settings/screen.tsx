import { Problem, RuledBanner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { ScreenFrame } from '../components/screen.tsx';
import { useHostQuery } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';
import { DoctorSection } from './doctor-section.tsx';
import { HooksSection } from './hooks-section.tsx';
import { AboutSection, DataSection, LimitsSection, LooksSection, NotificationsSection, StartSection } from './sections.tsx';
import { ServiceSection } from './service-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import styles from './settings.module.css';

type Part = 'service' | 'limits' | 'appearance' | 'browsers' | 'advanced';

const idOf = (part: Part): string => `settings-${part}`;

/** Scrolls to a part, and reading goes on there. */
function goTo(part: Part): void {
  const element = document.getElementById(idOf(part));
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}

/** The settings. Each change takes effect immediately; only address and key are tested first. */
export function SettingsScreen() {
  const words = useWords('settings');
  const preferences = useHostQuery('preferences', {});
  const { data: about } = useHostQuery('about', {});
  const { data } = preferences;
  const browsers: readonly Part[] = about?.host === 'headless' ? ['browsers'] : [];
  const parts: readonly Part[] = ['service', 'limits', 'appearance', ...browsers, 'advanced'];
  return (
    <ScreenFrame title={words('title')}>
      <Problem problem={preferences.error} />
      <RuledBanner />
      {data !== undefined && (
        <div className={styles.layout}>
          <nav aria-label={words('parts.label')} className={styles.parts}>
            <ul>
              {parts.map((part) => (
                <li key={part}>
                  <Button kind="quiet" onClick={() => goTo(part)}>
                    {words(`parts.${part}`)}
                  </Button>
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.sections}>
            <div id={idOf('service')} tabIndex={-1}>
              <ServiceSection service={data.service} isRuled={data.configFile !== undefined} />
            </div>
            <fieldset id={idOf('limits')} tabIndex={-1} disabled={data.configFile !== undefined}>
              <LimitsSection limits={data.limits} />
            </fieldset>
            <div id={idOf('appearance')} tabIndex={-1} className="stack gap-4">
              <LooksSection appearance={data.appearance} language={data.language} />
              {about?.can.notifications === true && <NotificationsSection notifications={data.notifications} />}
              {about?.can.startAtLogin === true && <StartSection startAtLogin={data.startAtLogin} />}
            </div>
            {about?.host === 'headless' && (
              <div id={idOf('browsers')} tabIndex={-1}>
                <SessionsSection />
              </div>
            )}
            <div id={idOf('advanced')} tabIndex={-1} className="stack gap-4">
              <DoctorSection />
              <HooksSection />
              <DataSection logDays={data.logDays} dataDirectory={data.dataDirectory} />
              {about !== undefined && <AboutSection about={about} />}
            </div>
          </div>
        </div>
      )}
    </ScreenFrame>
  );
}

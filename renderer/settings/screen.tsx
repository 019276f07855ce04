import { Problem, RuledBanner } from '../components/banner.tsx';
import { ScreenFrame } from '../components/screen.tsx';
import { useHostQuery } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';
import { DoctorSection } from './doctor-section.tsx';
import { HooksSection } from './hooks-section.tsx';
import { AboutSection, DataSection, LimitsSection, LooksSection, NotificationsSection, StartSection } from './sections.tsx';
import { ServiceSection } from './service-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import styles from './settings.module.css';

/** The settings. Each change takes effect immediately; only address and key are tested first. */
export function SettingsScreen() {
  const words = useWords('settings');
  const preferences = useHostQuery('preferences', {});
  const { data: about } = useHostQuery('about', {});
  const { data } = preferences;
  return (
    <ScreenFrame title={words('title')}>
      <Problem problem={preferences.error} />
      <RuledBanner />
      {data !== undefined && (
        <div className={styles.sections}>
          <ServiceSection service={data.service} isRuled={data.configFile !== undefined} />
          <fieldset className={styles.ruled} disabled={data.configFile !== undefined}>
            <LimitsSection limits={data.limits} />
          </fieldset>
          {about?.can.notifications === true && <NotificationsSection notifications={data.notifications} />}
          {about?.can.startAtLogin === true && <StartSection startAtLogin={data.startAtLogin} />}
          {about?.host === 'headless' && <SessionsSection />}
          <LooksSection appearance={data.appearance} language={data.language} />
          <DoctorSection />
          <HooksSection />
          <DataSection logDays={data.logDays} dataDirectory={data.dataDirectory} />
          {about !== undefined && <AboutSection about={about} />}
        </div>
      )}
    </ScreenFrame>
  );
}

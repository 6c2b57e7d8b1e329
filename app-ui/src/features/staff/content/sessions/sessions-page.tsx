import { useQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { AreaPage } from '../../components/area-page';
import { Section } from '../../components/section';
import { ContentTabs } from '../content-tabs';
import { type StaffSession, sessionPage, sessionsQuery } from './session';
import styles from './sessions.module.css';
import { useSessionTexts } from './use-session-texts';

const AUDIENCES = ['learning_hub', 'mentorship'] as const;

/** The sessions of the installation, with the way to the keys of their quizzes. */
export function Component() {
  const { t, i18n } = useTranslation('staff');
  return (
    <AreaPage title={t('content.sessions.title')} lead={t('content.sessions.lead')}>
      <ContentTabs shown="sessions" />
      <QueryState
        query={useQuery(sessionsQuery(i18n.language))}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={
          <EmptyState icon={GraduationCap} title={t('content.sessions.none')}>
            {t('content.sessions.noneText')}
          </EmptyState>
        }
      >
        {({ sessions }) => (
          <div className={styles.parts}>
            {AUDIENCES.map((audience) => {
              const of = sessions.filter((session) => session.audience === audience);
              return (
                of.length > 0 && (
                  <Section key={audience} title={t(`content.sessions.audiences.${audience}`)}>
                    <ul className={styles.list}>
                      {of.map((session) => (
                        <Row key={session.key} session={session} />
                      ))}
                    </ul>
                  </Section>
                )
              );
            })}
          </div>
        )}
      </QueryState>
    </AreaPage>
  );
}

function Row({ session }: { session: StaffSession }) {
  const { t } = useTranslation('staff');
  const texts = useSessionTexts();
  const { title, begun, completed } = session;
  const usedBy = texts.usedBy(session);
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <Link className={styles.name} to={sessionPage(session)}>
          <bdi>{title}</bdi>
        </Link>
        <span className={styles.note}>{texts.about(session)}</span>
        {usedBy !== null && <span className={styles.note}>{usedBy}</span>}
      </div>
      <dl className={styles.counts}>
        <div>
          <dt>{t('content.sessions.begun')}</dt>
          <dd>{begun}</dd>
        </div>
        <div>
          <dt>{t('content.sessions.completed')}</dt>
          <dd>{completed}</dd>
        </div>
      </dl>
    </li>
  );
}

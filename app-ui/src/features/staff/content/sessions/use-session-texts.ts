import { useTranslation } from 'ui-kit';
import type { StaffSession } from './session';

/** Returns the words for a session: what it is, and who uses it. */
export function useSessionTexts() {
  const { t, i18n } = useTranslation('staff');
  const about = ({ version, roles, quizzes }: StaffSession): string =>
    [
      t(`content.sessions.roles.${roles.length === 1 ? (roles[0] ?? 'all') : 'all'}`),
      t('content.sessions.quizzes', { count: quizzes }),
      t('content.sessions.version', { number: version }),
    ].join(' · ');
  /** Null for a session of the learning hub that no programme recommends: it is offered all the same. */
  const usedBy = ({ usedBy: programmes, audience }: StaffSession): string | null => {
    const names = new Intl.ListFormat(i18n.language).format(programmes.map(({ title }) => title));
    if (programmes.length === 0) return audience === 'mentorship' ? t('content.sessions.unused') : null;
    return t(`content.sessions.usedBy.${audience}`, { programmes: names });
  };
  return { about, usedBy };
}

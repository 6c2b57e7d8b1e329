import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { LinkButton } from '../../../../shared/forms/link-button';
import { Section } from '../../components/section';
import type { ColleagueRecord, Role } from '../colleague';
import { useTeamTexts } from '../use-team-texts';
import styles from './colleague.module.css';
import { EndRoleDialog } from './end-role-dialog';
import { GiveRoleDialog } from './give-role-dialog';

/** The roles of one of the team, which those who give roles change. */
export function RolesSection({ colleague }: { colleague: ColleagueRecord }) {
  const { t } = useTranslation('staff');
  const texts = useTeamTexts();
  const [isGiving, setIsGiving] = useState(false);
  const [ended, setEnded] = useState<Role | null>(null);
  const { roles, mayGive, mayGiveEverywhere, isSelf } = colleague;
  return (
    <Section title={t('colleagues.rolesTitle')}>
      {roles.length === 0 ? (
        <p className={styles.hint}>{t('colleagues.noRole')}</p>
      ) : (
        <ul className={styles.rows}>
          {roles.map((role) => (
            <li key={`${role.role} ${role.programme?.id ?? ''}`} className={styles.row}>
              <bdi>{texts.role(role)}</bdi>
              {role.mayEnd && (
                <LinkButton
                  aria-label={`${t('colleagues.end.open')}: ${texts.role(role)}`}
                  onClick={() => setEnded(role)}
                >
                  {t('colleagues.end.open')}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {isSelf && <p className={styles.hint}>{t('colleagues.ownRoles')}</p>}
      {(mayGiveEverywhere || mayGive.length > 0) && (
        <Button variant="default" onClick={() => setIsGiving(true)}>
          {t('colleagues.give.open')}
        </Button>
      )}
      {isGiving && <GiveRoleDialog colleague={colleague} onClose={() => setIsGiving(false)} />}
      {ended !== null && <EndRoleDialog colleague={colleague} role={ended} onClose={() => setEnded(null)} />}
    </Section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useMissing } from '../../../../shared/lists/use-missing';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { useAct } from '../../components/use-act';
import { type ColleagueRecord, endRole, type Role, roleEndQuery } from '../colleague';
import { useTeamTexts } from '../use-team-texts';
import styles from './colleague.module.css';
import { NewOwner, TO_ALL } from './new-owner';
import { useHandedOverText } from './use-handed-over-text';

interface EndRoleDialogProps {
  colleague: ColleagueRecord;
  role: Role;
  onClose: () => void;
}

/** Says what the end of a role leaves behind, and asks who gets the work. */
export function EndRoleDialog({ colleague: { id, name }, role, onClose }: EndRoleDialogProps) {
  const { t, i18n } = useTranslation('staff');
  const errorText = useErrorText();
  const texts = useTeamTexts();
  const factor = useSecondFactor();
  const handedOver = useHandedOverText();
  const missing = useMissing();
  const [chosen, setTo] = useState(TO_ALL);
  const [agreedTo, setAgreedTo] = useState<readonly string[]>([]);
  const { data: end, error: unknown } = useQuery(roleEndQuery(id, role));
  // Both may change while the dialog is open: what was chosen holds for what was shown then.
  const to = end?.colleagues.some(({ id: colleague }) => colleague === chosen) ? chosen : TO_ALL;
  const withoutLead = end?.withoutLead.map(({ id: programme }) => programme) ?? [];
  const isAgreed = withoutLead.every((programme) => agreedTo.includes(programme));
  const act = useAct(
    async () => {
      const body = {
        role: role.role,
        programme: role.programme?.id ?? null,
        to: to === TO_ALL ? null : to,
        withoutLead: [...agreedTo],
      };
      handedOver.say(t('colleagues.end.done', { name }), await factor.run(() => endRole(id, body)));
    },
    '',
    onClose,
  );
  const error = act.error ?? unknown;
  const hasWork = end !== undefined && end.work.cases + end.work.conversations > 0;
  const names = (people: readonly { name: string }[]) =>
    new Intl.ListFormat(i18n.language).format(people.map((one) => one.name));
  return (
    <>
      <FormDialog
        title={t('colleagues.end.title', { role: texts.role(role) })}
        text={
          hasWork
            ? t('colleagues.end.withWork', { name, work: texts.work(end.work) })
            : t('colleagues.end.text', { name })
        }
        cancel={t('safeguarding.cancel')}
        submit={t('colleagues.end.submit')}
        isReady={end !== undefined}
        missing={missing({ [t('colleagues.end.agree')]: !isAgreed })}
        isPending={act.isPending}
        error={error && errorText(error)}
        onSubmit={() => act.mutate(undefined)}
        onClose={onClose}
      >
        {hasWork && <NewOwner colleagues={end.colleagues} chosen={to} onChoose={setTo} />}
        <p className={styles.hint}>{t('colleagues.end.stays')}</p>
        {end !== undefined && end.withoutLead.length > 0 && (
          <div className={styles.warning}>
            {end.withoutLead.map(({ name: programme, casesGoTo }) => (
              <p key={programme}>
                {casesGoTo.length === 0
                  ? t('colleagues.end.noLead', { programme })
                  : t('colleagues.end.noLeadTo', { programme, names: names(casesGoTo) })}
              </p>
            ))}
            <label className={styles.option}>
              <input
                type="checkbox"
                checked={isAgreed}
                onChange={(event) => setAgreedTo(event.target.checked ? withoutLead : [])}
              />
              {t('colleagues.end.agree')}
            </label>
          </div>
        )}
      </FormDialog>
      {factor.dialog}
    </>
  );
}

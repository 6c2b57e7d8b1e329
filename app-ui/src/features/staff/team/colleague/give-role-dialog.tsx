import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { useAct } from '../../components/use-act';
import { type ColleagueRecord, giveRole, ROLES, type StaffRole } from '../colleague';
import styles from './colleague.module.css';

const EVERYWHERE = '';

interface GiveRoleDialogProps {
  colleague: ColleagueRecord;
  onClose: () => void;
}

/** Asks which role someone gets, and where. */
export function GiveRoleDialog({ colleague, onClose }: GiveRoleDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const factor = useSecondFactor();
  const { id, name, mayGive, mayGiveEverywhere } = colleague;
  const [role, setRole] = useState<StaffRole>('coordinator');
  const [where, setWhere] = useState(mayGive[0]?.id ?? EVERYWHERE);
  const act = useAct(
    () => factor.run(() => giveRole(id, role, where === EVERYWHERE ? null : where)),
    t('colleagues.give.done', { name }),
    onClose,
  );
  return (
    <>
      <FormDialog
        title={t('colleagues.give.title', { name })}
        text={t('colleagues.give.text')}
        cancel={t('safeguarding.cancel')}
        submit={t('colleagues.give.submit')}
        isPending={act.isPending}
        error={act.error && errorText(act.error)}
        onSubmit={() => act.mutate(undefined)}
        onClose={onClose}
      >
        <fieldset className={styles.options}>
          <legend>{t('people.role')}</legend>
          {ROLES.map((one) => (
            <label key={one} className={styles.option}>
              <input type="radio" name="role" checked={one === role} onChange={() => setRole(one)} />
              <span>
                {t(`colleagues.roles.${one}`)}
                <br />
                <small>{t(`colleagues.roleTexts.${one}`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <label className={styles.field}>
          {t('colleagues.give.where')}
          <select value={where} onChange={(event) => setWhere(event.target.value)}>
            {mayGive.map((programme) => (
              <option key={programme.id} value={programme.id}>
                {programme.title}
              </option>
            ))}
            {mayGiveEverywhere && <option value={EVERYWHERE}>{t('colleagues.everywhere')}</option>}
          </select>
        </label>
      </FormDialog>
      {factor.dialog}
    </>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { NotFoundMessage } from '../../../shared/page/not-found-message';
import { RecordPage } from '../components/record-page';
import { RecordTitle } from '../components/record-title';
import styles from './rehearsal-page.module.css';
import { RehearsalResult } from './rehearsal-result';
import { rehearse, type Situation, situationsQuery, type Weights } from './round';
import { useDraft } from './use-draft';

/** Tries other weights in a rehearsal, which no one sees and nothing keeps. */
export function Component() {
  const { t } = useTranslation('staff');
  const [address] = useSearchParams();
  const programme = address.get('programme');
  return (
    <RecordPage query={useQuery(situationsQuery)} list="/staff/matching" back={t('round.back')}>
      {({ programmes }) => {
        const situation = programmes.find((one) => one.programme.id === programme);
        return situation === undefined ? <NotFoundMessage /> : <Rehearsal situation={situation} />;
      }}
    </RecordPage>
  );
}

const MAX_WEIGHT = 10;

function Rehearsal({ situation }: { situation: Situation }) {
  const { programme, criteria, openRun } = situation;
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [address, setAddress] = useSearchParams();
  const [weights, setWeights] = useState<Weights>(() => readWeights(address, criteria));
  const isChanged = criteria.some(({ key, weight }) => weights[key] !== weight);
  const trial = useMutation({ mutationFn: () => rehearse(programme.id, weights) });
  const draft = useDraft(situation);
  const forget = () => {
    trial.reset();
    draft.reset();
  };
  // Without a weight all fit alike.
  const isNothing = criteria.every(({ key }) => weights[key] === 0);
  const error = trial.error ?? draft.error;
  const isPending = trial.isPending || draft.isPending;
  return (
    <div className={styles.parts}>
      <header>
        <RecordTitle>{t('rehearsal.title')}</RecordTitle>
        <p className={styles.lead}>{t('rehearsal.lead', { programme: programme.title })}</p>
      </header>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isPending || isNothing) return;
          draft.reset();
          setAddress(writeWeights(programme.id, criteria, weights), {
            replace: true,
            preventScrollReset: true,
          });
          trial.mutate();
        }}
      >
        <fieldset className={styles.weights}>
          <legend>{t('rehearsal.weights')}</legend>
          {criteria.map(({ key, title, weight }) => {
            const isOther = weights[key] !== weight;
            const text = isOther
              ? t('rehearsal.instead', { weight: weights[key], before: weight })
              : String(weight);
            return (
              <label key={key} className={styles.weight}>
                <bdi>{title}</bdi>
                <input
                  type="range"
                  aria-label={title}
                  aria-valuetext={text}
                  min={0}
                  max={MAX_WEIGHT}
                  value={weights[key]}
                  onChange={({ currentTarget: { valueAsNumber } }) => {
                    forget();
                    setWeights((before) => ({ ...before, [key]: valueAsNumber }));
                  }}
                />
                <output aria-hidden className={styles.value} data-changed={isOther}>
                  {text}
                </output>
              </label>
            );
          })}
        </fieldset>
        <div className={styles.buttons}>
          <Button type="submit" aria-disabled={isPending || isNothing || undefined}>
            {t(trial.isPending ? 'matching.drafting' : 'rehearsal.compare')}
          </Button>
          {isChanged && (
            <Button
              variant="default"
              onClick={() => {
                forget();
                setWeights(Object.fromEntries(criteria.map(({ key, weight }) => [key, weight])));
              }}
            >
              {t('rehearsal.reset')}
            </Button>
          )}
        </div>
        {isNothing && <p className={styles.lead}>{t('rehearsal.nothing')}</p>}
      </form>
      {error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(error)}
        </Banner>
      )}
      {trial.data !== undefined && (
        <RehearsalResult rehearsal={trial.data}>
          <div className={styles.buttons}>
            <Button
              variant="default"
              aria-disabled={isPending || undefined}
              onClick={() => isPending || draft.compute(weights)}
            >
              {t(draft.isPending ? 'matching.drafting' : 'rehearsal.draft')}
            </Button>
          </div>
          {openRun?.state === 'draft' && <p className={styles.lead}>{t('rehearsal.replaces')}</p>}
        </RehearsalResult>
      )}
    </div>
  );
}

type Criteria = Situation['criteria'];

/** The weights that the address names; the others are those of the programme. */
function readWeights(address: URLSearchParams, criteria: Criteria): Weights {
  const weightOf = ({ key, weight }: Criteria[number]) => {
    const named = Number.parseInt(address.get(`weight.${key}`) ?? '', 10);
    return named >= 0 && named <= MAX_WEIGHT ? named : weight;
  };
  return Object.fromEntries(criteria.map((one) => [one.key, weightOf(one)]));
}

/** A reload, or a colleague with the address, finds what was compared. */
function writeWeights(programme: string, criteria: Criteria, weights: Weights): URLSearchParams {
  const address = new URLSearchParams({ programme });
  for (const { key, weight } of criteria) {
    if (weights[key] !== weight) address.set(`weight.${key}`, String(weights[key]));
  }
  return address;
}

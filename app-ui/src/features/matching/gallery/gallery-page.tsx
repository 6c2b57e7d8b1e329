import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { GalleryHost, oneOf } from '../../../shared/gallery/gallery-host';
import { MatchingApiContext } from '../../../shared/matches/matching-api';
import Congratulations from '../components/congratulations';
import { Matching } from '../pages/matching-page';
import '../texts';
import { fakeMatching } from './fake-matching';
import { profileOf } from './sample-profile';
import { ANSWERS, SCENARIOS } from './scenarios';

/** The matching page over samples in every state. */
export function Component() {
  const { t, i18n } = useTranslation('matching');
  const [query] = useSearchParams();
  const scenario = oneOf(SCENARIOS, query.get('scenario'));
  const answers = oneOf(ANSWERS, query.get('answers'));
  const key = `${scenario} ${answers} ${i18n.language}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scenario begins anew
  const queries = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the samples are in the page's language
  const calls = useMemo(() => fakeMatching(scenario, answers), [key]);
  const profile = useMemo(() => profileOf(scenario), [scenario]);
  useEffect(() => () => queries.clear(), [queries]);
  return (
    <GalleryHost
      homeLabel={t('matchingGallery.toHome')}
      resets={['open']}
      choices={[
        {
          parameter: 'scenario',
          label: t('matchingGallery.scenario'),
          value: scenario,
          options: SCENARIOS.map((value) => ({ value, label: value })),
        },
        {
          parameter: 'answers',
          label: t('matchingGallery.answers'),
          value: answers,
          options: ANSWERS.map((value) => ({ value, label: value })),
        },
      ]}
    >
      <QueryClientProvider client={queries} key={key}>
        <MatchingApiContext value={calls}>
          <Matching profile={profile} />
          <Congratulations profile={profile} />
        </MatchingApiContext>
      </QueryClientProvider>
    </GalleryHost>
  );
}

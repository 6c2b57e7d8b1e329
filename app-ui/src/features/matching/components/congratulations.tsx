import { useState } from 'react';
import type { Profile } from 'ui-kit';
import { useCongratulationsSeen, useMatching } from '../api/queries';
import '../texts';
import { CongratulationsDialog } from './dialogs/congratulations-dialog';

/** The dialog about all new matches of a person, on each page. Nothing until they are known. */
export default function Congratulations({
  profile,
}: {
  profile: Pick<Profile, 'id' | 'fullName' | 'picture'>;
}) {
  const { data: state } = useMatching();
  const seen = useCongratulationsSeen();
  const [seenIds, setSeenIds] = useState<ReadonlySet<string>>(new Set());
  const congratulations = state?.congratulations.filter(({ match }) => !seenIds.has(match)) ?? [];
  if (congratulations.length === 0) return null;
  const ids = congratulations.map(({ match }) => match);
  return (
    <CongratulationsDialog
      congratulations={congratulations}
      me={{ id: profile.id, name: profile.fullName, picture: profile.picture }}
      onSeen={() => {
        setSeenIds(new Set([...seenIds, ...ids]));
        seen.mutate(ids);
      }}
    />
  );
}

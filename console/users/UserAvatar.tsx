/** A person of a team in a circle, with their photo once it is read. */
import Box from '@mui/material/Box';
import useSWR from 'swr';
import type { PhotoAnswer } from '../../query-service/contract/answers/account.ts';
import type { PersonAnswer } from '../../query-service/contract/answers/teams.ts';
import { type ApiError, get } from '../platform/api/client.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { displayNameOf, initialsOf } from './display-name.ts';

interface PersonAvatarProps {
  readonly person: PersonAnswer;
  /** In pixels. */
  readonly size?: number;
}

export function UserAvatar({ person, size = 28 }: PersonAvatarProps) {
  const { data } = useSWR<PhotoAnswer, ApiError>(
    `/api/user/photo?userId=${encodeURIComponent(person.id)}`,
    get<PhotoAnswer>,
  );
  return (
    // Opaque, since faces in a row overlap.
    <Box
      component="span"
      title={displayNameOf(person)}
      sx={{ flexShrink: 0, display: 'block', borderRadius: '50%', bgcolor: 'background.paper' }}
    >
      <Avatar initials={initialsOf(person)} photo={data?.profilePhoto ?? null} size={size} />
    </Box>
  );
}

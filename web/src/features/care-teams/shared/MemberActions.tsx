import { allOf } from '@careloop/contracts/access';
import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { relationshipType, relationshipTypeLabels, type RelationshipType } from '@careloop/contracts/care-teams/codes';
import { setMemberInactive, setMemberRelationshipType, updatePatientPcp } from '@careloop/contracts/care-teams/members';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCheck, IconMessage, IconStethoscope, IconUserMinus, IconUserOff, IconUserUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shownUser } from '../../../api/actingFor.ts';
import { useCall } from '../../../api/query.ts';
import { ActionMenuItem } from '../../../components/ActionMenuItem.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { useSession } from '../../../session/useSession.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toasts.tsx';
import classes from './CareTeam.module.css';

interface MemberActionsProps {
  patientId: number;
  member: CareTeamMember;
  /** Whether the user may send messages about the patient. */
  canMessage: boolean;
  onMessage: () => void;
  onEnd: () => void;
}

/** Actions for one member: write, leave or remove, and a menu of less frequent changes. */
export function MemberActions({ patientId, member, canMessage, onMessage, onEnd }: MemberActionsProps): ReactNode {
  const session = useSession();
  const name = `${member.firstName} ${member.lastName}`;
  const isOther = member.userId !== shownUser();
  const isReachable = member.status === 'accepted' && member.isActive;
  const { can } = member;
  return (
    <div className={classes['actions']}>
      {isOther && canMessage && isReachable && session.can(allOf('Messages')) && (
        <ActionIcon variant="default" aria-label={`Message ${name}`} onClick={onMessage}>
          <IconMessage size={16} aria-hidden />
        </ActionIcon>
      )}
      {(can.leave === true || can.remove === true) && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={can.leave === true ? undefined : endName(member, name)}
          onClick={onEnd}
        >
          {can.leave === true ? 'Leave care team' : endLabel(member)}
        </Button>
      )}
      <MemberMenu patientId={patientId} member={member} name={name} />
    </div>
  );
}

const endLabel = ({ status }: CareTeamMember) => (status === 'invited' ? 'Withdraw' : 'Remove');

const endName = (member: CareTeamMember, name: string) =>
  member.status === 'invited' ? `Withdraw the invitation of ${name}` : `Remove ${name}`;

const relationships = Object.keys(relationshipTypeLabels) as RelationshipType[];

function MemberMenu(props: { patientId: number; member: CareTeamMember; name: string }): ReactNode {
  const { patientId, member, name } = props;
  const { careTeamMemberId, version, can } = member;
  const of = { patientId, careTeamMemberId, version };
  const options = { onSuccess: () => toast.success('Care team updated.') };
  const setPcp = useCall(updatePatientPcp, options);
  const setRelationship = useCall(setMemberRelationshipType, options);
  const setInactive = useCall(setMemberInactive, options);
  if (member.status === 'invited') return null;
  const isInactive = member.status === 'inactive';
  const switchMember = async () => {
    const question = {
      title: `Set ${name} inactive?`,
      message: `Once inactive, ${name} cannot open this patient through the care team, nor read messages about the patient. Only somebody who may edit the care team can set them active again.${
        member.isPcp ? ' They stop being the primary care provider until they are set active again.' : ''
      }`,
      yes: 'Set inactive',
      no: 'Cancel',
      tone: 'danger',
    } as const;
    if (isInactive || (await confirm(question))) setInactive.mutate({ ...of, isInactive: !isInactive });
  };
  const pcp = {
    label: 'Make primary care provider',
    icon: <IconStethoscope size={16} aria-hidden />,
    allowance: can.setPcp,
    onStart: () => setPcp.mutate(of),
  };
  // Members who leave give a reason: the row has a button for that.
  const activity = {
    label: isInactive ? 'Set active' : 'Set inactive',
    icon: isInactive ? <IconUserUp size={16} aria-hidden /> : <IconUserOff size={16} aria-hidden />,
    allowance: isInactive ? can.setActive : can.setInactive,
    onStart: switchMember,
  };
  const remove = {
    label: 'Remove',
    icon: <IconUserMinus size={16} aria-hidden />,
    allowance: can.remove,
    onStart: noAction,
  };
  return (
    <RowMenu
      name={name}
      size="md"
      items={[
        pcp,
        ...(can.leave === true ? [] : [activity]),
        ...(can.leave !== true && can.remove !== true ? [remove] : []),
      ]}
    >
      <RelationshipItems
        member={member}
        onChoose={(type) => setRelationship.mutate({ ...of, relationshipType: type })}
      />
    </RowMenu>
  );
}

interface RelationshipItemsProps {
  member: CareTeamMember;
  onChoose: (code: CareTeamMember['relationshipType']) => void;
}

function RelationshipItems({ member, onChoose }: RelationshipItemsProps): ReactNode {
  const allowance = member.can.setRelationshipType;
  if (allowance !== true) {
    return (
      <ActionMenuItem leftSection={<Chosen isChosen={false} />} allowance={allowance} onClick={noAction}>
        Set relationship
      </ActionMenuItem>
    );
  }
  return (
    <>
      <Menu.Label>Relationship to the patient</Menu.Label>
      {relationships.map((relationship) => {
        const code = relationshipType.codeOf(relationship);
        return (
          <Menu.Item
            key={relationship}
            leftSection={<Chosen isChosen={code === member.relationshipType} />}
            onClick={() => onChoose(code)}
          >
            {relationshipTypeLabels[relationship]}
          </Menu.Item>
        );
      })}
    </>
  );
}

/** For actions that are listed only when they are refused. */
const noAction = () => undefined;

function Chosen({ isChosen }: { isChosen: boolean }): ReactNode {
  return (
    <IconCheck size={16} aria-label={isChosen ? 'Chosen' : undefined} visibility={isChosen ? undefined : 'hidden'} />
  );
}

import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CollapsibleCard } from '../ui/CollapsibleCard.tsx';
import { Facts } from '../ui/Facts.tsx';
import { NoResults, SearchPrompt } from '../ui/NoResults.tsx';
import { PageHeader } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryState, type ShownQuery } from '../ui/QueryState.tsx';
import { DetailSkeleton, ListSkeleton } from '../ui/Skeletons.tsx';
import { Timeline } from '../ui/Timeline.tsx';
import { Live, State, Widget } from './Sample.tsx';

function PagerStates(): ReactNode {
  return (
    <Widget name="Pager" isWide>
      <Live name="First of nine" initial={1}>
        {(page, onPage) => <Pager label="Pages of nine" page={page} pageCount={9} onPage={onPage} />}
      </Live>
      <Live name="In the middle" initial={5}>
        {(page, onPage) => <Pager label="Pages from the middle" page={page} pageCount={9} onPage={onPage} />}
      </Live>
      <Live name="Two pages" initial={2}>
        {(page, onPage) => <Pager label="Two pages" page={page} pageCount={2} onPage={onPage} />}
      </Live>
      <State name="One page: nothing">
        <Pager page={1} pageCount={1} onPage={() => undefined} />
      </State>
    </Widget>
  );
}

/** A query in one state; a retry does nothing. */
const queryIn = (state: Partial<ShownQuery<string>>): ShownQuery<string> => ({
  data: undefined,
  error: null,
  refetch: () => undefined,
  ...state,
});
const failed = { message: 'The server did not answer', status: 500, reference: 'FE-1a2b3c' };

const words = 'Folded away, this text takes no room and no key of the keyboard leads into it.';

/** Lists and parts of pages. */
export function PanelSamples(): ReactNode {
  return (
    <>
      <PagerStates />
      <Widget name="Page" isWide>
        <State name="Top of a page that fills the window">
          <PageHeader
            title="Users"
            heading="h2"
            look="bar"
            beside={<Text c="dimmed">12 users</Text>}
            actions={<Button>Add user</Button>}
            filters={<Text c="dimmed">What the page shows, or its filters</Text>}
          />
        </State>
        <State name="Top of a page that scrolls">
          <PageHeader
            title="My tasks"
            heading="h2"
            look="plain"
            actions={<Button variant="default">Add task</Button>}
          />
        </State>
        <State name="Top of a column">
          <PageHeader title="Referrals" heading="h2" look="column" beside={<Text c="dimmed">25+</Text>} />
        </State>
      </Widget>
      <Widget name="QueryState" isWide>
        <State name="Loading">
          <QueryState query={queryIn({})} loading={<ListSkeleton count={3} />} />
        </State>
        <State name="Failed">
          <QueryState query={queryIn({ error: failed })} failure="The filters could not be loaded" size="small" />
        </State>
        <State name="Empty">
          <QueryState query={queryIn({ data: '' })} isEmpty={(text) => text === ''} empty={<NoResults />} />
        </State>
        <State name="Data, after a failed refetch">
          <QueryState query={queryIn({ data: words, error: failed })}>{(text) => <Text>{text}</Text>}</QueryState>
        </State>
      </Widget>
      <Widget name="NoResults" isWide>
        <State name="Before any search">
          <SearchPrompt />
        </State>
        <State name="Nothing found">
          <NoResults action={<Button variant="default">Reset filters</Button>} />
        </State>
      </Widget>
      <Widget name="CollapsibleCard" isWide>
        <State name="Open">
          <CollapsibleCard title="Care team" detail="3 members">
            <Text>{words}</Text>
            <Button variant="default" mt="sm">
              Inside
            </Button>
          </CollapsibleCard>
        </State>
        <State name="Closed">
          <CollapsibleCard title="Conditions" isOpenAtFirst={false}>
            <Text>{words}</Text>
          </CollapsibleCard>
        </State>
        <State name="Long text">
          <CollapsibleCard
            title="Documents of the encounter at the Cedar Grove Orthopedics and Sports Medicine outpatient department"
            detail="128"
            action={<Button size="compact-sm">Add</Button>}
          >
            <Text>{words}</Text>
          </CollapsibleCard>
        </State>
      </Widget>
      <Widget name="Facts and Timeline" isWide>
        <State name="Facts">
          <Facts
            facts={[
              { label: 'Provider', value: 'Okafor, Marguerite, MD' },
              { label: 'Office phone', value: null },
            ]}
          />
        </State>
        <State name="Timeline">
          <Timeline
            label="History"
            entries={[
              { key: 1, at: '2026-07-04T14:05:00Z', who: 'Dana Ortiz', title: 'Sent', tone: 'info' },
              {
                key: 2,
                at: '2026-07-05T15:00:00Z',
                who: 'Raj Patel',
                title: 'Accepted',
                tone: 'success',
                from: 'Pending',
                to: 'Accepted',
              },
            ]}
          />
        </State>
      </Widget>
      <Widget name="Skeletons" isWide>
        <State name="List">
          <ListSkeleton count={3} />
        </State>
        <State name="Detail">
          <DetailSkeleton />
        </State>
      </Widget>
    </>
  );
}

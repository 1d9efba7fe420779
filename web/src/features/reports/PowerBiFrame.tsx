import type { EmbeddedPowerBiReport } from '@careloop/contracts/reports/powerBi';
import * as powerBi from 'powerbi-client';
import { useEffect, useRef, type ReactNode } from 'react';

const { factories, models } = powerBi;
/** Power BI runs in frames; this service exchanges messages with them. */
const service = new powerBi.service.Service(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory);

/** A Power BI report. A new token is set without reloading the report. */
export function PowerBiFrame({
  report,
  className,
}: {
  report: EmbeddedPowerBiReport;
  className?: string | undefined;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const embedded = useRef<powerBi.Embed>(undefined);
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  const { reportId, embedUrl, accessToken } = report;

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const { accessToken: token, name } = latest.current;
    const shown = service.embed(element, {
      type: 'report',
      id: reportId,
      embedUrl,
      accessToken: token,
      tokenType: models.TokenType.Embed,
      permissions: models.Permissions.Read,
      settings: { panes: { filters: { expanded: false, visible: true } } },
    });
    shown.setComponentTitle(name);
    embedded.current = shown;
    return () => {
      embedded.current = undefined;
      service.reset(element);
    };
  }, [reportId, embedUrl]);

  useEffect(() => {
    const shown = embedded.current;
    // It refuses a token before it has loaded, but then has the one it was loaded with.
    if (shown !== undefined && shown.config.accessToken !== accessToken)
      shown.setAccessToken(accessToken).catch(() => undefined);
  }, [accessToken]);

  return <div ref={place} className={className} />;
}

import { Module } from '@nestjs/common';
import { InstallationWatch } from './installation-watch.js';
import { MetricsController } from './metrics.controller.js';
import { ScrapeService } from './scrape.service.js';

/** The numbers of queues and of this replica, for Prometheus. */
@Module({ controllers: [MetricsController], providers: [InstallationWatch, ScrapeService] })
export class MonitoringModule {}

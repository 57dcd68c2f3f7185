import { Module } from '@nestjs/common';
import { DequeueService } from './dequeue.service.js';
import { ExchangeService } from './exchange.service.js';
import { KeepaliveService } from './keepalive.service.js';
import { LeasesController } from './leases.controller.js';
import { QueueLines } from './queue-lines.js';
import { ReadyWatch } from './ready-watch.js';
import { RefusedLeases } from './refused-leases.js';
import { SettleService } from './settle.service.js';
import { TakingController } from './taking.controller.js';

/** Dequeue, keepalive, complete, fail, release. */
@Module({
  controllers: [TakingController, LeasesController],
  providers: [
    DequeueService,
    ExchangeService,
    KeepaliveService,
    QueueLines,
    ReadyWatch,
    RefusedLeases,
    SettleService,
  ],
})
export class LeasesModule {}

-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_failed_idx" ON "webhook_deliveries" USING btree ("webhook_id","occurred_at") WHERE "webhook_deliveries"."state" = 'failed' and "webhook_deliveries"."type" <> 'ping';

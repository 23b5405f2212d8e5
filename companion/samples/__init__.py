"""Cards and photographs made by code: for the samples of `companion demo`, for tests and for benches."""
